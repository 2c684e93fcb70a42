/** The script for the turns of a task run, after the common script of reports: it filters and searches the steps. */
export const turnScript: string = /* js */ `
const turns = document.querySelector('.turns');
if (turns !== null) {
  const all = [...turns.children];
  const filters = el('div', 'choices');
  filters.setAttribute('role', 'group');
  filters.setAttribute('aria-label', 'Steps to show');
  const choose = (name) => {
    turns.dataset.filter = name;
    for (const button of filters.querySelectorAll('button')) \
button.setAttribute('aria-pressed', String(button.dataset.name === name));
  };
  for (const [name, title] of [['all', 'all steps'], ['changing', 'with changes'], ['breaking', 'breaking criteria'], \
['erring', 'with errors']]) {
    const number = name === 'all' ? all.length : all.filter((turn) => turn.classList.contains(name)).length;
    if (number === 0) continue;
    const button = el('button', '', title + ' ' + number);
    button.type = 'button';
    button.dataset.name = name;
    button.addEventListener('click', () => choose(name));
    filters.append(button);
  }
  // The search box of the page, which also works without script, or a new one.
  const box = document.getElementById('find-steps') || el('input', 'find');
  if (!box.isConnected) {
    box.type = 'search';
    box.placeholder = 'Find in steps';
    box.setAttribute('aria-label', 'Find in steps');
    filters.append(box);
  }
  const said = el('span', 'soft');
  said.setAttribute('role', 'status');
  const marks = typeof Highlight === 'function' ? new Highlight() : null;
  const here = marks === null ? null : new Highlight();
  if (marks !== null) {
    CSS.highlights.set('found', marks);
    CSS.highlights.set('here', here);
  }
  // The current match; none after a new search.
  let at = -1;
  const place = el('span', 'soft');
  place.setAttribute('role', 'status');
  const goTo = (by) => {
    // A filter may hide the steps of some matches.
    const shown = [...marks].filter((range) => range.getClientRects().length > 0);
    if (shown.length === 0) return;
    at = at < 0 && by < 0 ? shown.length - 1 : (at + by + shown.length) % shown.length;
    here.clear();
    here.add(shown[at]);
    shown[at].startContainer.parentElement.scrollIntoView({ block: 'center' });
    place.textContent = 'match ' + (at + 1) + ' of ' + shown.length;
  };
  const jumps = [['Previous match', -1], ['Next match', 1]].map(([title, by]) => {
    const button = el('button', '', title);
    button.type = 'button';
    button.hidden = true;
    button.addEventListener('click', () => goTo(by));
    return button;
  });
  const mark = (turn, text) => {
    const walker = document.createTreeWalker(turn, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
      const inside = node.data.toLowerCase();
      for (let at = inside.indexOf(text); at >= 0; at = inside.indexOf(text, at + text.length)) {
        for (let fold = node.parentElement.closest('details:not([open])'); fold !== null; fold = \
fold.parentElement.closest('details:not([open])')) {
          if (node.parentElement.closest('summary') === null) fold.open = true; else break;
        }
        // Letters that are longer in lower case would extend beyond the text.
        if (marks === null || marks.size >= 2000 || at + text.length > node.length) continue;
        const range = new Range();
        range.setStart(node, at);
        range.setEnd(node, at + text.length);
        marks.add(range);
      }
    }
  };
  const find = () => {
    const text = box.value.trim().toLowerCase();
    if (marks !== null) {
      marks.clear();
      here.clear();
    }
    at = -1;
    place.textContent = '';
    let count = 0;
    for (const turn of all) {
      const fits = text === '' || turn.textContent.toLowerCase().includes(text);
      turn.classList.toggle('missed', !fits);
      if (!fits || text === '') continue;
      count++;
      mark(turn, text);
    }
    said.textContent = text === '' ? '' : count + ' of ' + all.length + (all.length === 1 ? ' step' : ' steps') \
+ ' here';
    const isFound = marks !== null && marks.size > 0;
    for (const button of jumps) button.hidden = !isFound;
    filters.classList.toggle('finding', isFound);
  };
  box.addEventListener('input', find);
  filters.append(said, ...jumps, place);
  turns.before(filters);
  choose('all');
  if (box.value !== '') find();
  // A link to a hidden step makes all steps visible.
  addEventListener('hashchange', () => {
    const target = document.getElementById(location.hash.slice(1));
    if (target !== null && target.getClientRects().length === 0 && turns.contains(target)) {
      choose('all');
      box.value = '';
      find();
      target.scrollIntoView();
    }
  });
}
`
