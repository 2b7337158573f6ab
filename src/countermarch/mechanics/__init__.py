"""Rules many games share, as plain functions of plain values."""
