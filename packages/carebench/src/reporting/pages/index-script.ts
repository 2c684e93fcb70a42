/**
 * The script of the overview, after the common script of reports: filters, the sorted list of trials in parts, links to
 * the search, and reloading while the run is active. The selection is in the fragment of the address, so the address
 * links to it.
 */
export const indexScript = /* js */ `
const data = JSON.parse(document.getElementById('data').textContent);
const { agents, tasks, rows } = data;
// Normalizes a text as the page and the address do, so that a link selects the same text again.
const plain = (text) => new URLSearchParams({ text: el('i', '', text).textContent }).get('text');
const lists = ['families', 'ends', 'tools', 'criteria', 'harms'];
const [families, ends, tools, criteria, harms] = lists.map((name) => data[name].map(plain));
const tags = data.tags.map((own) => own.map(plain));
const atOnce = 200;
const state = new URLSearchParams(location.hash.slice(1));
const fits = {
  all: () => true,
  failed: (row) => row[4] === 'fail',
  partial: (row) => row[4] === 'partial',
  undecided: (row) => row[4] === 'undecided',
  'guard broken': (row) => row[6] > 0,
  'tool errors': (row) => row[7] > 0,
  unscored: (row) => row[4] === null,
};
const signs = { pass: '✓', partial: '◐', fail: '✕', undecided: '?' };
const tones = { pass: 'passed', partial: 'partial', fail: 'failed', undecided: 'undecided' };
const cost = (usd) => usd === null ? '–' : '$' + (usd === 0 || usd >= 1 ? usd.toFixed(2) : usd.toPrecision(2));
const seconds = (ms) => ms === null ? '–' : (ms / 1000).toFixed(1) + ' s';
const addressOf = (agent, task, trial) =>
  'trials/' + agents[agent][1] + '/' + tasks[task][1] + '/t' + String(trial).padStart(2, '0') + '.html';
const line = ([agent, task, trial, end, verdict, score, guards, errors, calls, usd, tokens, ms]) => {
  const sign = el('span', 'sign tone-' + (tones[verdict] || 'errored'), signs[verdict] || '·');
  sign.setAttribute('aria-hidden', 'true');
  const name = tasks[task][0];
  const link = end === null ? el('span', 'soft', name) : el('a', '', name);
  if (end !== null) link.href = addressOf(agent, task, trial);
  const row = el('tr', '', el('td', '', sign, ' ' + (verdict || 'unscored')), \
el('td', 'wide-cell', agents[agent][0]), el('th', 'wide-cell', link), el('td', 'number', String(trial)), \
el('td', 'number', score === null ? '–' : score.toFixed(2)), el('td', '', end === null ? 'not ended' : ends[end]), \
el('td', 'number', String(calls)), el('td', 'number', String(errors)), el('td', 'number', String(guards)), \
el('td', 'number', cost(usd)), el('td', 'number', tokens === null ? '–' : String(tokens)), \
el('td', 'number', seconds(ms)));
  row.children[2].scope = 'row';
  return row;
};
const section = document.getElementById('trials');
section.querySelector('.no-script').remove();
const facets = {
  verdict: (row) => [row[4] || 'unscored'],
  agent: (row) => [plain(agents[row[0]][0])],
  family: (row) => [families[row[1]]],
  tag: (row) => tags[row[1]],
  end: (row) => [row[3] === null ? 'not ended' : ends[row[3]]],
  tool: (row) => row[12].map((one) => tools[one]),
  criterion: (row) => row[13].map((one) => criteria[one]),
  harm: (row) => row[14].map((one) => harms[one]),
};
const inText = (row) =>
  [tasks[row[1]][0], ...Object.values(facets).flatMap((of) => of(row))].join(' ').toLowerCase();
const columns = {
  verdict: (row) => row[4],
  agent: (row) => agents[row[0]][0],
  task: (row) => tasks[row[1]][0],
  trial: (row) => row[2],
  score: (row) => row[5],
  end: (row) => row[3] === null ? null : ends[row[3]],
  calls: (row) => row[8],
  errors: (row) => row[7],
  'guards broken': (row) => row[6],
  cost: (row) => row[9],
  tokens: (row) => row[10],
  time: (row) => row[11],
};
const texts = ['verdict', 'agent', 'task', 'end'];
const change = (name, value) => {
  if (value === '') state.delete(name);
  else state.set(name, value);
  location.replace('#' + state);
  apply();
};
const head = el('tr', '');
for (const name of Object.keys(columns)) {
  const button = el('button', 'sort', name);
  button.type = 'button';
  // The first click sorts figures descending and texts ascending, the second reverses the order, the third restores it.
  const ways = texts.includes(name) ? [name, '-' + name, ''] : ['-' + name, name, ''];
  button.addEventListener('click', () => change('sort', ways[(ways.indexOf(state.get('sort') || '') + 1) % 3]));
  const cell = el('th', texts.includes(name) ? '' : 'number', button);
  cell.scope = 'col';
  head.append(cell);
}
const body = el('tbody', '');
const scroll = el('div', 'scroll', el('table', 'trial-list', el('thead', '', head), body));
scroll.tabIndex = 0;
scroll.setAttribute('role', 'group');
scroll.setAttribute('aria-label', 'Table of the trials');
const more = el('button', 'more', '');
more.type = 'button';
const shownCount = el('p', 'soft', '');
shownCount.setAttribute('role', 'status');
const fields = el('form', 'facets');
const controls = new Map();
const addField = (name, label, control, event) => {
  control.setAttribute('aria-label', label);
  control.addEventListener(event, () => change(name, control.value));
  controls.set(name, control);
  fields.append(control);
};
for (const [name, of] of Object.entries(facets)) {
  const counts = new Map();
  for (const row of rows) for (const value of new Set(of(row))) counts.set(value, (counts.get(value) || 0) + 1);
  if (counts.size < (['tag', 'tool', 'criterion', 'harm'].includes(name) ? 1 : 2)) continue;
  const select = el('select', '', new Option('any ' + name, ''));
  for (const [value, count] of [...counts].sort((a, b) => b[1] - a[1])) {
    select.append(new Option(value + ' (' + count + ')', value));
  }
  addField(name, name, select, 'change');
}
if (rows.some((row) => row[9] !== null)) {
  const input = el('input', '');
  Object.assign(input, { type: 'number', min: '0', step: 'any', placeholder: 'cost from $' });
  addField('cost', 'cost from, in dollars', input, 'change');
}
const typed = el('input', '');
Object.assign(typed, { type: 'search', placeholder: 'words in the list' });
addField('text', 'words in agents, tasks, ends, tools, criteria and harms', typed, 'input');
const clear = el('button', '', 'Clear');
clear.type = 'button';
clear.addEventListener('click', () => {
  for (const name of controls.keys()) state.delete(name);
  change('show', '');
});
fields.append(clear);
fields.addEventListener('submit', (event) => event.preventDefault());
section.append(fields, shownCount, scroll, more);
let shown = rows;
let count = 0;
const show = (upTo) => {
  while (count < Math.min(upTo, shown.length)) body.append(line(shown[count++]));
  more.hidden = count >= shown.length;
  more.textContent = 'Show ' + Math.min(atOnce, shown.length - count) + ' more of ' + shown.length;
};
more.addEventListener('click', () => show(count + atOnce));
const matrix = document.querySelector('.trial-matrix');
const letters = { pass: 'p', partial: 'q', fail: 'f', undecided: 'o' };
for (const [agent, task, trial, end, verdict, , guards, errors] of rows) {
  const marks = ['t', letters[verdict] || 'u', guards > 0 ? 'g' : '', errors > 0 ? 'e' : ''];
  const sign = el(end === null ? 'span' : 'a', marks.join(' ').trim(), signs[verdict] || '·');
  if (end === null) sign.setAttribute('role', 'img');
  else sign.href = addressOf(agent, task, trial);
  sign.title = trial + ': ' + (verdict || 'unscored') + (guards > 0 ? ', broke a guard by an act' : '');
  sign.setAttribute('aria-label', sign.title);
  matrix.tBodies[0].rows[task].cells[agent + 1].append(sign);
}
const filters = document.querySelector('.choices');
const fitsChoice = (row) =>
  Object.entries(facets).every(([name, of]) => !state.has(name) || of(row).includes(state.get(name)))
  && (!state.has('cost') || (row[9] !== null && row[9] >= Number(state.get('cost'))))
  && (!state.has('text') || state.get('text').toLowerCase().split(/\\s+/).every((word) => inText(row).includes(word)));
const apply = () => {
  const preset = Object.hasOwn(fits, state.get('show') || '') ? state.get('show') : 'all';
  shown = rows.filter((row) => fits[preset](row) && fitsChoice(row));
  const sort = state.get('sort') || '';
  const by = columns[sort.replace(/^-/, '')];
  // Unknown values are last in both directions.
  const way = sort.startsWith('-') ? -1 : 1;
  const compare = (a, b) => a === b ? 0 : a === null ? 1 : b === null ? -1 : a < b ? -way : way;
  if (Object.hasOwn(columns, sort.replace(/^-/, ''))) shown.sort((one, other) => compare(by(one), by(other)));
  for (const [index, name] of Object.keys(columns).entries()) {
    const sorted = sort === name ? 'ascending' : sort === '-' + name ? 'descending' : 'none';
    head.children[index].setAttribute('aria-sort', sorted);
  }
  for (const [name, control] of controls) if (control !== document.activeElement) control.value = state.get(name) || '';
  clear.hidden = preset === 'all' && [...controls.keys()].every((name) => !state.has(name));
  shownCount.textContent = shown.length + ' of ' + rows.length + ' trials';
  count = 0;
  body.replaceChildren();
  for (const button of filters.children) button.setAttribute('aria-pressed', String(button.dataset.name === preset));
  matrix.dataset.filter = preset.replace(' ', '-');
  show(atOnce);
};
filters.setAttribute('role', 'group');
filters.setAttribute('aria-label', 'Trials to show');
for (const name of Object.keys(fits)) {
  const number = rows.filter(fits[name]).length;
  if (number === 0 && name !== 'all') continue;
  const button = el('button', '', name + ' ' + number);
  button.type = 'button';
  button.dataset.name = name;
  button.addEventListener('click', () => change('show', name));
  filters.append(button);
}
apply();
// The user opened an address with another selection in the same tab.
addEventListener('hashchange', () => {
  if (location.hash.slice(1) !== String(state)) location.reload();
});
const search = document.getElementById('search');
const words = search.elements.namedItem('words');
search.addEventListener('submit', (event) => {
  event.preventDefault();
  location.href = 'search.html#' + new URLSearchParams({ words: words.value });
});
const live = document.getElementById('live');
if (live !== null) {
  const isBusy = () => document.hidden || document.activeElement.matches('input, select');
  const again = () => isBusy() ? setTimeout(again, 1000) : location.reload();
  setTimeout(again, 3000);
}
`
