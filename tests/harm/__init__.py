"""What harms a table's files, by chance: `make harm`. No part of the tests."""
