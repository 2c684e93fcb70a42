/** The script of the turns of a task run, after the common script of reports: which steps are shown. */
export const turnScript = /* js */ `
const turns = document.querySelector('.turns');
if (turns !== null) {
  const all = [...turns.children];
  const filters = el('div', 'choices');
  filters.setAttribute('role', 'group');
  filters.setAttribute('aria-label', 'Steps to show');
  const choose = (name) => {
    turns.dataset.filter = name;
    for (const button of filters.children) button.setAttribute('aria-pressed', String(button.dataset.name === name));
  };
  for (const [name, title] of [['all', 'all steps'], ['changing', 'with changes'], ['breaking', 'breaking criteria'], ['erring', 'with errors']]) {
    const number = name === 'all' ? all.length : all.filter((turn) => turn.classList.contains(name)).length;
    if (number === 0) continue;
    const button = el('button', '', title + ' ' + number);
    button.type = 'button';
    button.dataset.name = name;
    button.addEventListener('click', () => choose(name));
    filters.append(button);
  }
  turns.before(filters);
  choose('all');
  // A link to a step that is not shown shows all of them.
  addEventListener('hashchange', () => {
    const target = document.getElementById(location.hash.slice(1));
    if (target !== null && target.getClientRects().length === 0 && turns.contains(target)) {
      choose('all');
      target.scrollIntoView();
    }
  });
}
`
