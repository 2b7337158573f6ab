def write(play):
    return None


def read(rules, doc):
    return None


def view(play, side):
    return None


def imagine(play, side, chance):
    return None
