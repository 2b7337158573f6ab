"""What small games of counters on a map share: tables, ways, movement, attacks, documents and questions."""
