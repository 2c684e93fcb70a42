/**
 * The script of the page, after the common script of reports: it reads the report from its own JSON and writes text
 * nodes only, so no response of a server is ever parsed as markup.
 */
export const pageScript = /* js */ `
const report = JSON.parse(document.getElementById('report').textContent);
const words = (outcome) => outcome.replace('-', ' ');
const exchanges = new Map(report.exchanges.map((one) => [one.number, one]));
const sections = new Map();
for (const one of report.results) {
  if (!sections.has(one.section)) sections.set(one.section, []);
  sections.get(one.section).push(one);
}
const marked = (text) => {
  const node = el('span', 'soft');
  text.split('\`').forEach((part, index) => node.append(index % 2 === 1 ? el('code', '', part) : part));
  return node;
};
const countOf = (results, outcome) => results.filter((one) => one.outcome === outcome).length;
const pretty = (text) => {
  try { return JSON.stringify(JSON.parse(text), null, 2); } catch { return text; }
};
const headersText = (headers) => Object.entries(headers).map(([name, value]) => name + ': ' + value).join('\\n');
const side = (title, headers, body) => {
  const node = el('div', '', el('h4', '', title));
  const heads = headersText(headers);
  if (heads !== '') node.append(el('pre', 'heads', heads));
  node.append(el('pre', '', body === null || body === '' ? 'no body' : pretty(body)));
  return node;
};
const exchangeNode = (number) => {
  const one = exchanges.get(number);
  if (one === undefined) return null;
  const tone = one.status === null || one.status >= 500 ? 'failed' : one.status >= 400 ? 'warned' : 'passed';
  const node = el('details', 'ex');
  const target = el('span', 't mono', one.target);
  target.title = one.target;
  node.append(el('summary', 'tone-' + tone, el('span', 'm mono', one.method), target, \
el('span', 's mono', String(one.status ?? 'no answer')), el('span', 'ms', '#' + one.number)));
  node.addEventListener('toggle', () => {
    if (node.open && node.children.length === 1) {
      node.append(el('div', 'two', side('sent', one.requestHeaders, one.requestBody), side('came', one.headers, \
one.failure ?? one.body)));
    }
  });
  return node;
};
const named = (name, cls, text) => {
  const cell = el('td', cls, el('code', '', text));
  cell.dataset.name = name;
  return cell;
};
const checkNode = (check) => {
  const node = el('div', 'check');
  const verdict = el('b', '', check.passed ? 'passed' : 'failed');
  node.append(el('div', 'head tone-' + (check.passed ? 'passed' : 'failed'), el('span', '', check.scenario === '' \
? 'What blocked this requirement' : check.scenario), verdict));
  if (check.passed) {
    const cell = el('div', '');
    cell.append(el('table', '', el('tbody', '', el('tr', '', el('th', '', 'expected'), el('td', '', \
el('code', '', check.expected))))));
    node.append(cell);
  } else if (check.faults.length > 0) {
    const rows = el('tbody', '');
    for (const fault of check.faults.slice(0, 20)) {
      rows.append(el('tr', '', named('where', '', fault.path === '' ? 'as a whole' : fault.path), named('expected', \
'should', fault.expected), named('came', 'is', fault.actual)));
    }
    node.append(el('div', '', el('table', '', el('thead', '', el('tr', '', el('th', '', 'where'), \
el('th', '', 'expected'), el('th', '', 'came'))), rows)));
  }
  for (const number of check.exchanges.slice(-6)) {
    const shown = exchangeNode(number);
    if (shown !== null) node.append(shown);
  }
  return node;
};
const requirementNode = (one) => {
  const node = el('details', 'req tone-' + one.outcome);
  node.id = one.id;
  const tags = el('span', 'tags', one.known ? el('span', 'tag', 'known') : null, el('span', 'tag level', one.level), \
el('span', 'tag tone', words(one.outcome)));
  node.append(el('summary', '', el('span', 'dot'), el('span', 'what', \
el('b', 'mono', one.id), marked(one.statement)), tags));
  node.addEventListener('toggle', () => {
    if (!node.open || node.children.length > 1) return;
    const body = el('div', 'body');
    if (one.cause !== null) body.append(el('p', 'cause', one.cause));
    for (const check of one.checks) body.append(checkNode(check));
    if (one.checkCount > one.checks.length) body.append(el('span', 'tag', one.checkCount + ' checks in all'));
    if (one.checks.length === 0 && one.cause === null) body.append(el('span', 'tag', 'no checks'));
    node.append(body);
  });
  return node;
};
const list = document.getElementById('list');
const rows = [];
for (const [name, results] of sections) {
  const card = el('div', 'card');
  const block = el('section', '', el('h2', '', name, el('span', '', countOf(results, 'passed') + ' of ' \
+ results.length + ' passed')), card);
  block.id = 'section-' + ([...sections.keys()].indexOf(name) + 1);
  for (const one of results) {
    const node = requirementNode(one);
    card.append(node);
    rows.push({ one, node, block, text: [one.id, one.statement, one.section, one.cause ?? '', one.level, \
one.outcome].join(' ').toLowerCase() });
  }
  list.append(block);
}
const chips = [...document.querySelectorAll('.chip')];
const shown = new Set(chips.map((chip) => chip.dataset.outcome));
const search = document.getElementById('search');
const count = document.getElementById('count');
const none = document.getElementById('none');
const apply = () => {
  const wanted = search.value.toLowerCase().split(/\\s+/).filter((word) => word !== '');
  const blocks = new Map();
  let visible = 0;
  for (const { one, node, block, text } of rows) {
    const fits = shown.has(one.outcome) && wanted.every((word) => text.includes(word));
    node.hidden = !fits;
    if (fits) visible++;
    blocks.set(block, (blocks.get(block) ?? false) || fits);
  }
  for (const [block, any] of blocks) block.hidden = !any;
  count.textContent = visible + ' of ' + rows.length;
  none.hidden = visible > 0;
};
search.addEventListener('input', apply);
document.addEventListener('keydown', (event) => {
  if (event.key === '/' && document.activeElement !== search) { event.preventDefault(); search.focus(); }
  if (event.key === 'Escape' && document.activeElement === search) { search.value = ''; apply(); search.blur(); }
});
for (const chip of chips) {
  const { outcome } = chip.dataset;
  const press = () => {
    for (const other of chips) other.setAttribute('aria-pressed', String(shown.has(other.dataset.outcome)));
    apply();
  };
  chip.addEventListener('click', () => { if (shown.has(outcome)) shown.delete(outcome); else shown.add(outcome); \
press(); });
  chip.addEventListener('dblclick', () => { shown.clear(); shown.add(outcome); press(); });
}
const open = () => {
  const node = document.getElementById(decodeURIComponent(location.hash.slice(1)));
  if (node !== null && node.tagName === 'DETAILS') { node.open = true; node.scrollIntoView({ block: 'center' }); }
};
addEventListener('hashchange', open);
const wrong = rows.filter(({ one }) => one.outcome === 'failed' || one.outcome === 'warned');
if (wrong.length > 0) {
  const card = el('div', 'card');
  for (const { one, node } of wrong) {
    const link = el('a', 'jump tone-' + one.outcome, el('span', 'dot'), el('span', 'what', el('b', 'mono', one.id), \
el('span', 'soft', one.cause ?? '')));
    link.href = '#' + one.id;
    link.addEventListener('click', () => { node.open = true; });
    card.append(link);
  }
  list.prepend(el('section', '', el('h2', '', 'Failures and warnings', el('span', '', String(wrong.length))), card));
}
apply();
open();
`
