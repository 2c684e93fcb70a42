/** The layout of a report: header, table of contents, cards, notes, tags and signs. It follows the base style. */
export const reportStyle: string = /* css */ `
ul,ol,dl{padding:0;list-style:none}
.page{max-width:1360px;margin:0 auto;padding:28px 32px 20px}
.top{display:flex;gap:16px;align-items:flex-start;justify-content:space-between}
.top>*{min-width:0}
h1{font-size:22px;letter-spacing:-.01em;overflow-wrap:anywhere}
.facts{color:var(--soft);margin-top:4px;overflow-wrap:anywhere}
.facts b{color:var(--ink);font-weight:600}
.buttons{display:flex;gap:8px;flex-wrap:wrap;justify-content:flex-end;flex:none}
.buttons button{border:1px solid var(--line);background:var(--card);border-radius:8px;padding:6px 12px;cursor:pointer;
white-space:nowrap}
.buttons button:hover{border-color:var(--accent)}
.note{border:1px solid var(--line);border-left:4px solid var(--tone,var(--partial));background:var(--card);
border-radius:8px;padding:10px 16px;margin-top:12px;overflow-wrap:anywhere}
.columns{display:grid;grid-template-columns:250px minmax(0,1fr);gap:28px;max-width:1360px;margin:0 auto;
padding:0 32px 64px}
nav{position:sticky;top:0;align-self:start;max-height:100vh;overflow:auto;padding:8px 4px 24px}
nav h2{font-size:12px;text-transform:uppercase;letter-spacing:.06em;color:var(--soft);margin:14px 10px 4px;
font-weight:600}
nav a{display:grid;gap:2px 10px;padding:7px 10px;border-radius:8px;color:inherit;text-decoration:none;font-size:14px;
align-items:start;overflow-wrap:anywhere}
nav a:hover{background:var(--card)}
.card{background:var(--card);border:1px solid var(--line);border-radius:14px;box-shadow:var(--shadow)}
summary{cursor:pointer;list-style:none}
summary::-webkit-details-marker{display:none}
.what b{font-weight:600;display:block;overflow-wrap:anywhere}.what .soft{font-size:13.5px;overflow-wrap:anywhere}
.tags{display:flex;gap:10px;align-items:center;align-self:start}
.tag{font-size:12px;border:1px solid var(--line);border-radius:6px;padding:1px 8px;color:var(--soft);white-space:nowrap}
.sign{display:inline-grid;vertical-align:middle;place-items:center;flex:none;width:20px;height:20px;border-radius:50%;
background:var(--tone);color:var(--card);font:700 12px/1 system-ui,sans-serif}
.pill{display:inline-flex;align-items:center;gap:8px;border-radius:999px;padding:3px 13px 3px 4px;font-weight:650;
color:var(--tone);background:color-mix(in srgb,var(--tone) 10%,var(--card));white-space:nowrap}
table{font-size:13.5px}
th{font-weight:500;color:var(--soft);padding:5px 14px 5px 0}
td{padding:5px 14px 5px 0;overflow-wrap:anywhere}
pre{margin:6px 0;background:var(--code);border:1px solid var(--line);border-radius:8px;padding:10px 12px;
overflow:auto;max-height:420px;white-space:pre-wrap}
.scroll{overflow-x:auto;max-width:100%}
.tone-passed{--tone:var(--passed)}.tone-partial{--tone:var(--partial)}.tone-failed{--tone:var(--failed)}
@media (max-width:900px){.columns{grid-template-columns:minmax(0,1fr);padding:0 14px 48px}nav{display:none}
.page{padding:20px 14px 12px}}
@media (max-width:640px){.top{flex-direction:column}.buttons{justify-content:flex-start}}
@media print{:root{--bg:#fff;--shadow:none}body{font-size:12px}nav,.buttons{display:none!important}
.columns{display:block;padding:0}.page{padding:0 0 12px}.card{box-shadow:none}.scroll{overflow:visible}
pre{max-height:none}*{print-color-adjust:exact;-webkit-print-color-adjust:exact}}
`
