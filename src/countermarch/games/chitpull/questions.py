def reach(*a):
    return None


def path(*a):
    return None
