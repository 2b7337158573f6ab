def begin(play):
    return None


def go_home(play):
    return None
