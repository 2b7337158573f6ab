def arrive(play, side):
    return None
