/**
 * What the scripts of reports share, to stand before them: `el` makes an element, whose text is never taken for markup, and
 * the button `theme` changes between light and dark.
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
