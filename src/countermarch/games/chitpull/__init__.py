"""The chit-pull family: both Königsberg editions and Stargard.

Rules are cited by the numbers of the family's reference rulebook, Königsberg (2018); an edition with other
numbers brings a concordance, and its differences as named policies.
"""
