//! The list itself; each game's own tests hold it against the laws.

#[test]
fn ids_are_unique_and_titles_sorted() {
    let titles: Vec<&str> = boxwood_games::GAMES.iter().map(|game| game.info().title).collect();
    assert!(titles.is_sorted(), "{titles:?}");
    for game in boxwood_games::GAMES {
        let found = boxwood_games::find(game.info().id).expect("every id is found");
        assert_eq!(found.info().title, game.info().title);
    }
}

/// A gallery has up to four columns: whatever lies beside or below a game there looks different.
#[test]
fn neighbours_in_a_gallery_belong_to_different_worlds() {
    for columns in 1..=4 {
        for pair in boxwood_games::GAMES.windows(columns + 1) {
            let (game, neighbour) = (pair[0].info(), pair[columns].info());
            assert_ne!(game.theme, neighbour.theme, "{} and {}", game.id, neighbour.id);
        }
    }
}
