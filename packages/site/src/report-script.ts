/**
 * The common part of the scripts of reports, to be placed before them: `el` creates an element whose text is never
 * parsed as markup, and the button `theme` switches between light and dark.
 */
export const reportScript = /* js */ `
'use strict';
const el = (name, cls, ...inside) => {
  const node = document.createElement(name);
  if (cls) node.className = cls;
  for (const one of inside) if (one !== null && one !== undefined) node.append(one);
  return node;
};
document.getElementById('theme').addEventListener('click', () => {
  const root = document.documentElement;
  const dark = root.dataset.theme === 'dark' || (root.dataset.theme !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches);
  root.dataset.theme = dark ? 'light' : 'dark';
});
`
