def draw(play, chit):
    return None
