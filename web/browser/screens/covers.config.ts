import { defineConfig } from '@playwright/test';
import screens from './screens.config';

export default defineConfig(screens, { testMatch: 'covers.ts' });
