// A plain table: everything as text and buttons. It stands in for the real client.
'use strict';

const main = document.getElementById('main');
const [, place, what] = location.pathname.split('/');
let me = null;

/** A new element; properties, then children as elements or text. */
function el(tag, properties, ...children) {
  const made = Object.assign(document.createElement(tag), properties);
  made.append(...children.flat().filter((child) => child !== null && child !== undefined));
  return made;
}

/** Shows these instead of what was there. */
const show = (...children) => main.replaceChildren(...children.filter(Boolean));
const button = (label, onclick, className = '') => el('button', { type: 'button', onclick, className }, label);
const notice = (text) => { document.getElementById('notice').textContent = text; };

/** Asks the server; a refusal is shown and thrown. */
async function api(path, body) {
  const asked = body === undefined ? {} : { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) };
  let answer;
  try {
    const response = await fetch(path, asked);
    answer = [response.ok, await response.json()];
  } catch {
    answer = [false, { message: 'The server cannot be reached.' }];
  }
  if (answer[0]) return answer[1];
  if (answer[1].code !== 'unknown') notice(answer[1].message);
  throw answer[1];
}

/** Takes a name, or another one. */
function nameForm(label) {
  const name = el('input', { maxLength: 24, required: true, value: me ? me.name : '', autocomplete: 'nickname', placeholder: 'Your name' });
  const submit = async (event) => {
    event.preventDefault();
    await api('/api/me', { name: name.value });
    location.reload();
  };
  return el('form', { className: 'row', onsubmit: submit }, name, el('button', {}, label));
}

async function lobby() {
  const [games, tables] = await Promise.all([api('/api/games'), api('/api/lobby')]);
  const open = async (game, others, more) => {
    const seats = ['me', ...Array(Math.max(game.seats[0], 2) - 1).fill(others)];
    const table = await api('/api/tables', { game: game.id, seats, ...more });
    location.href = '/t/' + table.id;
  };
  const link = (table) => el('li', {}, el('a', { href: '/t/' + table.id }, table.title), ` (${table.stage}) `,
    table.seats.map((name) => name ?? 'free seat').join(', '), table.your_turn ? ' – your turn' : '', table.trouble ? ` – ${table.trouble}` : '');
  const list = (title, tables) => tables.length ? [el('h2', {}, title), el('ul', {}, tables.map(link))] : [];
  const another = button('Be the same person on another device', async () => {
    const made = await api('/api/me/links', {});
    another.replaceWith(el('p', {}, 'Within ten minutes, once: ', el('code', {}, made.url)));
  });
  show(
    el('h1', {}, 'Games'),
    me ? el('div', { className: 'row' }, nameForm('Change name'), another) : nameForm('Take this name'),
    ...list('Your tables', tables.mine), ...list('Open tables', tables.open),
    el('h2', {}, `${games.length} games`),
    el('div', { className: 'cards' }, games.map((game) => el('div', { className: 'card' },
      el('h3', {}, game.title), el('p', {}, game.pitch),
      el('p', { className: 'soft' }, `${[...new Set(game.seats)].join('–')} players, ${[...new Set(game.minutes)].join('–')} minutes`),
      me ? el('div', { className: 'row' },
        button('Play against a bot', () => open(game, { bot: 'medium' }, { start: true })),
        button('Open a table', () => open(game, 'free', { listed: true }))) : null))));
}

async function useLink() {
  const known = await api('/api/me/links/' + what);
  const be = async () => {
    await api('/api/me/links/' + what, {});
    location.href = '/';
  };
  show(el('h1', {}, `Be ${known.name} on this device?`),
    me && me.id !== known.id ? el('p', {}, `You are ${me.name} here now. Without another device or link, nobody will be ${me.name} again.`) : null,
    el('div', { className: 'row' }, button(`Be ${known.name}`, be, 'main'), button('No', () => { location.href = '/'; })));
}

/** A table: what was last heard of it, and the socket over which it is heard. */
const game = { table: null, state: null, seat: null, socket: null, tries: 0, log: [], chat: [], left: 0 };

function connect() {
  const as = game.seat === null ? 'spectator' : game.seat;
  const socket = new WebSocket(`${location.protocol.replace('http', 'ws')}//${location.host}/api/tables/${what}/socket?as=${as}`);
  game.socket = socket;
  game.chat = [];
  socket.onmessage = (event) => { if (socket === game.socket) receive(JSON.parse(event.data)); };
  socket.onclose = (event) => {
    if (socket !== game.socket) return;
    if (event.code === 4004) return;
    notice('The connection is gone; trying again …');
    setTimeout(connect, Math.min(500 * 2 ** game.tries++, 10000));
  };
}

function receive(message) {
  if (message.type === 'table') {
    game.table = message;
    if (game.tries) notice('');
    game.tries = 0;
    const own = message.seats.flatMap((seat, index) => (seat.yours ? [index] : []));
    if (!own.includes(game.seat) && (own.length || game.seat !== null)) return look(own[0] ?? null);
  } else if (message.type === 'state') {
    game.log = message.anew ? message.said : [...game.log, ...message.said];
    game.state = message;
    game.left = Date.now() + (message.clock?.left_ms ?? message.think_ms ?? NaN);
    if (message.offers.length) notice('');
  } else if (message.type === 'chat') {
    game.chat.push(message);
  } else if (message.type === 'hint') {
    notice('A bot would choose: ' + message.offer.label);
  } else if (message.type === 'refused') {
    notice(message.message);
  }
  draw();
}

/** Looks from another seat. */
function look(seat) {
  game.seat = seat;
  game.socket.close();
  connect();
}

const send = (message) => {
  if (game.socket.readyState === WebSocket.OPEN) game.socket.send(JSON.stringify(message));
  else notice('There is no connection just now.');
};
const seated = (index, change) => api(`/api/tables/${what}/seats/${index}`, change);
const nameOf = (seat) => game.table.seats[seat]?.name || `Seat ${seat + 1}`;

function seatLine(seat, index) {
  const waits = game.table.stage === 'waiting';
  const player = game.state?.scene.players[index];
  const facts = [...(player?.facts ?? []).map((fact) => `${fact.label}: ${fact.value}`), ...(player?.score !== undefined ? [`score: ${player.score}`] : [])];
  const who = seat.name || 'free seat';
  const signs = [seat.bot ? `bot, ${seat.bot}` : null, seat.person && !seat.here ? 'away' : null, player?.active ? 'may act' : null, player?.out ? 'out' : null, ...facts].filter(Boolean);
  const can = [];
  if (me && !seat.person && (waits || (game.table.stage === 'running' && game.seat === null))) can.push(button('Sit here', () => seated(index, { do: 'sit' })));
  if (seat.yours && index !== game.seat) can.push(button('Look from here', () => look(index)));
  if (seat.yours && game.table.stage === 'running') can.push(seat.bot ? button('Play myself', () => seated(index, { do: 'take_back' })) : button('Lend to a bot', () => seated(index, { do: 'lend', level: 'medium' })));
  if (game.table.stage !== 'over' && (seat.yours || (game.table.host && waits && seat.name))) can.push(button(seat.yours ? 'Leave' : 'Free it', () => seated(index, { do: 'stand' })));
  if (game.table.host && waits && !seat.name) can.push(button('A bot', () => seated(index, { do: 'bot', level: 'medium' })));
  return el('div', { className: 'row' }, el('b', {}, seat.yours ? `${who} (you)` : who), el('span', { className: 'soft' }, signs.join(', ')), can);
}

const signs = (marks) => (marks ?? []).map((mark) => ` (${mark.note ?? mark})`).join('');
const piece = (thing) => thing.label + (thing.at ? ` at ${thing.at.join(', ')}` : '') + signs(thing.marks);

function zone(place) {
  const pieces = place.pieces ?? [];
  const cells = (place.cells ?? []).map((cell) => [cell, pieces.filter((thing) => thing.cell === cell.key)]).filter(([cell, here]) => here.length || cell.marks?.length);
  const loose = pieces.filter((thing) => !thing.cell);
  return el('section', {}, el('h3', {}, place.label, place.owner !== undefined ? ` (${nameOf(place.owner)})` : '', place.count !== undefined ? `: ${place.count}` : ''),
    cells.length ? el('ul', {}, cells.map(([cell, here]) => el('li', {}, `${cell.label}${signs(cell.marks)}: ${here.map(piece).join(', ')}`))) : null,
    loose.length ? el('p', {}, loose.map(piece).join(', ')) : null,
    pieces.length || place.count ? null : el('p', { className: 'soft' }, 'empty'));
}

function questionLine(question) {
  const wish = { undo: 'to take the last action back', rematch: 'for a rematch' }[question.wish] ?? `to play ${question.wish.pace?.pace === 'mail' ? 'by mail' : 'live'}`;
  const answer = (agree) => () => send({ type: 'answer', question: question.id, agree });
  const mine = game.table.seats[question.by].yours;
  const asked = question.waiting.some((seat) => game.table.seats[seat].yours);
  return el('div', { className: 'row' }, `${nameOf(question.by)} asks ${wish}.`, asked ? [button('Agree', answer(true)), button('Rather not', answer(false))] : null, mine ? button('Never mind', answer(false)) : null);
}

function stateParts(state) {
  const act = (offer) => () => send({ type: 'act', seen: state.number, action: offer.action });
  const ranks = state.outcome?.team
    ? `${state.outcome.team.won ? 'You have won together' : 'You have lost together'}, with ${state.outcome.team.score}.`
    : state.outcome?.ranks.map((rank, seat) => `${rank}. ${nameOf(seat)} (${state.outcome.scores[seat]})`).sort().join(', ');
  return el('div', {},
    state.scene.banner ? el('p', {}, el('b', {}, state.scene.banner)) : null,
    el('p', { className: 'prompt' }, ranks ?? state.scene.prompt.text),
    el('p', { id: 'clock', className: 'soft' }),
    el('div', { className: 'row offers' }, state.offers.map((offer) => button(offer.label, act(offer)))),
    state.more ? el('p', { className: 'soft' }, 'More is possible than these; this plain page shows a choice.') : null,
    el('div', { className: 'row' },
      state.undo !== 'no' ? button(state.undo === 'free' ? 'Take back' : 'Ask to take back', () => send({ type: 'ask', wish: 'undo' })) : null,
      state.offers.length ? button('What would a bot do?', () => send({ type: 'hint', id: 1 })) : null,
      state.clock && state.clock.left_ms === null && state.seat !== null ? button('Nothing more from me', () => send({ type: 'enough', clock: state.clock.id })) : null,
      state.outcome && state.seat !== null && !game.table.next ? button('Play again', () => send({ type: 'ask', wish: 'rematch' })) : null,
      game.table.next ? el('a', { href: '/t/' + game.table.next }, 'To the rematch') : null),
    state.scene.zones.map(zone));
}

function draw() {
  if (!game.table) return;
  const { table, state } = game;
  const typed = document.getElementById('say');
  const [text, focused, focus] = [typed?.value ?? '', typed && document.activeElement === typed, document.activeElement?.textContent];
  const scrolled = document.querySelector('.offers')?.scrollTop ?? 0;
  const say = el('input', { id: 'say', maxLength: 280, placeholder: 'Say something', value: text });
  const chat = (event) => {
    event.preventDefault();
    if (say.value.trim()) send({ type: 'chat', text: say.value });
    say.value = '';
  };
  const log = (lines, label) => el('div', { className: 'log', role: 'log', tabIndex: 0, ariaLabel: label }, lines.map((line) => el('div', {}, line)));
  show(el('h1', {}, table.title), me ? null : nameForm('Take this name to play'),
    el('div', { className: 'table' },
      el('div', {}, table.question ? questionLine(table.question) : null, state ? stateParts(state) : el('p', { className: 'prompt' }, table.host ? 'Invite others, or put bots on the free seats; then begin.' : 'The game has not begun yet.'),
        table.host && table.stage === 'waiting' ? button('Begin', () => api(`/api/tables/${what}/start`, {}), 'main') : null),
      el('div', {}, el('h2', {}, 'Seats'), table.seats.map(seatLine), el('p', { className: 'soft' }, `${table.watchers} looking on, ${table.settings.pace === 'live' ? 'live' : 'by mail'}`),
        el('h2', {}, 'What happened'), log(game.log, 'What happened'),
        el('h2', {}, 'Talk'), log(game.chat.map((line) => (line.from ? `${line.from}: ${line.text}` : line.text)), 'Talk'), me ? el('form', { className: 'row', onsubmit: chat }, say, el('button', {}, 'Say')) : null,
        el('h2', {}, 'Invite'), el('p', {}, el('code', {}, game.invite)), game.picture)));
  document.querySelectorAll('.log').forEach((box) => { box.scrollTop = box.scrollHeight; });
  document.querySelector('.offers')?.scrollTo(0, scrolled);
  if (focused) say.focus();
  else if (focus) [...main.querySelectorAll('button')].find((one) => one.textContent === focus)?.focus();
  tick();
}

function tick() {
  const clock = document.getElementById('clock');
  if (clock) clock.textContent = game.left ? `${Math.max(0, Math.ceil((game.left - Date.now()) / 1000))} s left` : '';
}

async function begin() {
  me = await api('/api/me').catch(() => null);
  if (me) document.getElementById('me').textContent = me.name;
  if (place === 'link') return useLink();
  if (place !== 't') return lobby();
  const [table, invite] = await Promise.all([api('/api/tables/' + what), api(`/api/tables/${what}/invite`)]);
  const own = table.seats.findIndex((seat) => seat.yours);
  Object.assign(game, { seat: own < 0 ? null : own, invite: invite.url });
  game.picture = el('img', { src: `/api/tables/${what}/invite.svg`, alt: 'The link as a QR code', width: 160, height: 160 });
  setInterval(tick, 250);
  connect();
}

addEventListener('unhandledrejection', (event) => { if (event.reason?.message) notice(event.reason.message); });
begin();
