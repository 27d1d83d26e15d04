from math import floor


def f(n, t):
    """phi(t) + sum of phi(e_s (n - 1/2 - t)), e_s = 2/((s + 1)(s + 2)), and its slope, where
    phi(t) = 2 k t - k^2 for the whole number k nearest to t."""
    k = floor(t + QQ(1) / 2)
    value, slope, left, s = 2 * k * t - k * k, 2 * k, n - QQ(1) / 2 - t, 1
    while (s + 1) * (s + 2) < 4 * left:
        e = QQ(2) / ((s + 1) * (s + 2))
        k = floor(e * left + QQ(1) / 2)
        value, slope, s = value + 2 * k * e * left - k * k, slope - 2 * k * e, s + 1
    return value, slope


def least(n):
    a, b = QQ(0), n - QQ(1) / 2
    (fa, ga), (fb, gb) = f(n, a), f(n, b)
    while True:
        t = (fb - fa + ga * a - gb * b) / (ga - gb)
        low = fa + ga * (t - a)
        ft, gt = f(n, t)
        if ft == low:
            return low
        if gt < 0:
            a, fa, ga = t, ft, gt
        else:
            b, fb, gb = t, ft, gt


def v(n):
    return least(n) / (n * (n - 1))
