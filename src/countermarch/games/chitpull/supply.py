def check_all(play):
    return None
