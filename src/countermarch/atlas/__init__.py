"""Development tool around the boards: checks one, lays real geography into its plane, draws it."""
