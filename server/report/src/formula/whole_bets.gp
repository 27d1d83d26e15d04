\\ f(t) = phi(t) + sum of phi(e_s (n - 1/2 - t)), e_s = 2/((s + 1)(s + 2)), as [value, slope], where
\\ phi(t) = 2 k t - k^2 for the whole number k nearest to t.
f(n, t) = {
  my(k = floor(t + 1/2), value = 2*k*t - k^2, slope = 2*k, left = n - 1/2 - t, s = 1, e);
  while((s + 1)*(s + 2) < 4*left,
    e = 2/((s + 1)*(s + 2)); k = floor(e*left + 1/2);
    value += 2*k*e*left - k^2; slope -= 2*k*e; s++);
  [value, slope];
}
least(n) = {
  my(a = 0, b = n - 1/2, fa = f(n, a), fb = f(n, b), t, ft, low);
  while(1,
    t = (fb[1] - fa[1] + fa[2]*a - fb[2]*b)/(fa[2] - fb[2]); low = fa[1] + fa[2]*(t - a);
    ft = f(n, t);
    if(ft[1] == low, return(low));
    if(ft[2] < 0, a = t; fa = ft, b = t; fb = ft));
}
v(n) = least(n)/(n*(n - 1));
