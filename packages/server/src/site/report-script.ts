/**
 * The common part of the scripts of reports, to be placed before them: `el` creates an element whose text is never
 * parsed as markup and cannot change its direction, and the button `theme` switches between light and dark, for the
 * other pages of a report too.
 */
export const reportScript: string = /* js */ `
'use strict';
const el = (name, cls, ...inside) => {
  const node = document.createElement(name);
  if (cls) node.className = cls;
  for (const one of inside) if (one !== null && one !== undefined) node.append(typeof one === 'string' \
? one.replace(/(?![\\t\\n\\f\\r])\\p{Cc}|[\\u202a-\\u202e\\u2066-\\u2069]/gu, '\\ufffd') : one);
  return node;
};
const kept = (() => { try { return localStorage; } catch { return null; } })();
const chosenTheme = kept && kept.getItem('theme-of-reports');
if (chosenTheme === 'light' || chosenTheme === 'dark') document.documentElement.dataset.theme = chosenTheme;
document.getElementById('theme').addEventListener('click', () => {
  const root = document.documentElement;
  const dark = root.dataset.theme === 'dark' || \
(root.dataset.theme !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches);
  root.dataset.theme = dark ? 'light' : 'dark';
  if (kept) kept.setItem('theme-of-reports', root.dataset.theme);
});
`
