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
