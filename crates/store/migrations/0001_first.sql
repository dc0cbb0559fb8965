-- People, and the keys by which they are known again.

CREATE TABLE person (
    id TEXT NOT NULL PRIMARY KEY,
    name TEXT NOT NULL,
    made_at BIGINT NOT NULL
);

CREATE TABLE access_key (
    hash BLOB NOT NULL PRIMARY KEY,
    person TEXT NOT NULL REFERENCES person (id),
    kind SMALLINT NOT NULL,
    label TEXT NOT NULL,
    made_at BIGINT NOT NULL,
    expires_at BIGINT
);

CREATE INDEX access_key_of_person ON access_key (person);
CREATE INDEX access_key_that_expires ON access_key (expires_at) WHERE expires_at IS NOT NULL;

-- What happened at the tables. Events arrive one by one at thousands of tables; to put each in its place at once
-- would write a whole page for every one of them. So an event first goes to the end of the journal, together with
-- all that arrive at the same moment, and later into a piece of its table's log, together with its neighbours.

-- One row for each batch: [[table, number, at, event], ...] as JSON.
CREATE TABLE journal (
    place INTEGER NOT NULL PRIMARY KEY,
    events TEXT NOT NULL
);

-- Events first_number to last_number of a table: [[at, event], ...] as JSON.
CREATE TABLE piece (
    table_id TEXT NOT NULL,
    last_number BIGINT NOT NULL,
    first_number BIGINT NOT NULL,
    events TEXT NOT NULL,
    PRIMARY KEY (table_id, last_number)
);

-- What is known of a table without reading its events. The people are written in one text, with spaces between.

CREATE TABLE summary (
    table_id TEXT NOT NULL PRIMARY KEY,
    game TEXT NOT NULL,
    stage SMALLINT NOT NULL,
    listed SMALLINT NOT NULL,
    due SMALLINT NOT NULL,
    people TEXT NOT NULL,
    body TEXT NOT NULL,
    updated_at BIGINT NOT NULL
);

CREATE INDEX summary_listed ON summary (updated_at) WHERE listed = 1 AND stage < 2;
CREATE INDEX summary_due ON summary (table_id) WHERE due = 1;

-- Who has to do with which table: the people of the summaries once more, to be found by person.

CREATE TABLE sitting (
    person TEXT NOT NULL,
    table_id TEXT NOT NULL,
    PRIMARY KEY (person, table_id)
) WITHOUT ROWID;
