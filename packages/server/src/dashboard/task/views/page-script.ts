/**
 * The script of the page, after the common script of reports: it lists the steps of a task on demand, because there may
 * be ten thousand, and writes text nodes only. The rest of the page works without it.
 */
export const pageScript: string = /* js */ `
const atOnce = 200;
const cut = (text) => text.length <= 20000 ? text : text.slice(0, 20000) + '\\n… and ' + (text.length - 20000) \
+ ' more characters in the record';
const part = (title, value) => {
  const pre = el('pre', '', cut(typeof value === 'string' ? value : JSON.stringify(value, null, 2)));
  pre.tabIndex = 0;
  return [el('p', 'part', title), pre];
};
const isEmpty = (value) => value === null || value === undefined || (Array.isArray(value) && value.length === 0);
const inside = (entry) => {
  const node = el('div', 'inside');
  const call = entry.action && entry.action.call;
  if (call) {
    if (!isEmpty(call.body)) node.append(...part('body', typeof call.body.text === 'string' ? call.body.text \
: call.body.json === undefined ? call.body : call.body.json));
  } else node.append(...part('action', entry.action === undefined ? null : entry.action));
  if (!isEmpty(entry.effects)) node.append(...part('changes', entry.effects));
  if (!isEmpty(entry.events)) node.append(...part('events', entry.events));
  if (!isEmpty(entry.answers)) node.append(...part('external responses', entry.answers));
  const { action, effects, events, answers, response, ...rest } = entry;
  if (call && call.headers) Object.assign(rest, call.headers);
  if (!isEmpty(response)) Object.assign(rest, { answered: response.status, 'sha256 of the answer': response.digest });
  node.append(el('p', 'line', Object.entries(rest).map(([name, value]) => name + ': ' + (typeof value === 'string' \
? value : JSON.stringify(value))).join(' · ')));
  return node;
};
const row = ([seq, since, kind, lane, title, status, effects, entry]) => {
  const node = el('details', 'step ' + kind);
  const shown = el('code', 'title', title);
  shown.title = title;
  node.dataset.seq = String(seq);
  node.append(el('summary', '', el('span', 'number', '#' + seq), el('span', 'since', since), \
el('span', 'lane-name', lane), shown, el('span', 'did', effects > 0 ? effects + (effects === 1 ? ' change' \
: ' changes') : null), el('span', 'status', status === null ? '' : String(status))));
  if (effects === 0) node.querySelector('.did').className = 'did none';
  node.addEventListener('toggle', () => {
    if (node.open && node.children.length === 1) node.append(inside(entry));
  });
  return node;
};
const lists = new Map();
for (const holder of document.querySelectorAll('details[data-steps]')) {
  const hint = holder.querySelector('.no-script');
  const data = document.getElementById(holder.dataset.steps);
  let made = null;
  const make = () => {
    if (made !== null) return made;
    const steps = JSON.parse(data.textContent);
    hint.remove();
    const rows = el('div', '');
    const more = el('button', '', '');
    more.type = 'button';
    let shown = steps;
    let count = 0;
    const show = (upTo) => {
      while (count < Math.min(upTo, shown.length)) rows.append(row(shown[count++]));
      more.hidden = count >= shown.length;
      more.textContent = 'Show ' + Math.min(atOnce, shown.length - count) + ' more of ' + shown.length;
    };
    more.addEventListener('click', () => show(count + atOnce));
    const fits = { all: () => true, 'with changes': (step) => step[6] > 0, refused: (step) => step[2] === 'refused', \
'not by the agent': (step) => step[2] === 'scenario' || step[2] === 'system' };
    const filter = el('div', 'filter');
    filter.setAttribute('role', 'group');
    filter.setAttribute('aria-label', 'Steps to show');
    const choose = (name) => {
      shown = steps.filter(fits[name]);
      count = 0;
      rows.replaceChildren();
      for (const button of filter.children) button.setAttribute('aria-pressed', String(button.dataset.name === name));
      show(atOnce);
    };
    for (const name of Object.keys(fits)) {
      const number = steps.filter(fits[name]).length;
      if (number === 0) continue;
      const button = el('button', '', name + ' ' + number);
      button.type = 'button';
      button.dataset.name = name;
      button.addEventListener('click', () => choose(name));
      filter.append(button);
    }
    choose('all');
    holder.append(filter, rows, more);
    made = {
      find: (seq) => {
        if (shown !== steps) choose('all');
        const index = steps.findIndex((step) => step[0] === seq);
        show(index + 1);
        return rows.children[index];
      },
    };
    return made;
  };
  holder.addEventListener('toggle', () => { if (holder.open) make(); });
  lists.set(holder.closest('.task'), { holder, make });
}
document.addEventListener('click', (event) => {
  const mark = event.target instanceof Element ? event.target.closest('.mark, .to-step') : null;
  const list = mark === null ? undefined : lists.get(mark.closest('.task'));
  if (list === undefined) return;
  event.preventDefault();
  list.holder.open = true;
  const found = list.make().find(Number(mark.dataset.step));
  if (found === undefined) return;
  found.open = true;
  found.scrollIntoView({ block: 'center' });
  found.querySelector('summary').focus({ preventScroll: true });
});
const foldable = 'details.criterion, details.record, details.run, details.task-text';
const unfold = document.getElementById('unfold');
unfold.addEventListener('click', () => {
  const open = unfold.getAttribute('aria-pressed') !== 'true';
  for (const one of document.querySelectorAll(foldable)) one.open = open;
  unfold.setAttribute('aria-pressed', String(open));
});
let folded = [];
addEventListener('beforeprint', () => {
  folded = [...document.querySelectorAll(foldable)].filter((one) => !one.open);
  for (const one of folded) one.open = true;
});
addEventListener('afterprint', () => { for (const one of folded) one.open = false; });
const reach = () => {
  const node = document.getElementById(decodeURIComponent(location.hash.slice(1)));
  if (node === null) return;
  const run = node.closest('details.run');
  if (run !== null) run.open = true;
  node.scrollIntoView();
};
addEventListener('hashchange', reach);
if (location.hash !== '') reach();
`
