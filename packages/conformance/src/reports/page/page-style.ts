/** The style of the page, light and dark. */
export const pageStyle = /* css */ `
:root{color-scheme:light dark;--bg:#f6f7f9;--card:#fff;--ink:#16202c;--soft:#5b6877;--line:#dfe4ea;--code:#f1f4f7;--accent:#2459c9;
--passed:#16834a;--failed:#c8322b;--warned:#a86400;--untestable:#6f7d8d;--na:#94a0ad;--unseen:#b6c0ca;--shadow:0 1px 2px rgb(20 30 45/.06),0 4px 16px rgb(20 30 45/.05)}
@media (prefers-color-scheme:dark){:root:not([data-theme=light]){--bg:#0f141a;--card:#171e27;--ink:#e7edf4;--soft:#94a3b3;--line:#28323e;--code:#10161d;--accent:#7ea8ff;
--passed:#46c17c;--failed:#ff7a70;--warned:#f0b04a;--untestable:#8b99a8;--na:#667382;--unseen:#4b5765;--shadow:none}}
:root[data-theme=dark]{color-scheme:dark;--bg:#0f141a;--card:#171e27;--ink:#e7edf4;--soft:#94a3b3;--line:#28323e;--code:#10161d;--accent:#7ea8ff;
--passed:#46c17c;--failed:#ff7a70;--warned:#f0b04a;--untestable:#8b99a8;--na:#667382;--unseen:#4b5765;--shadow:none}
:root[data-theme=light]{color-scheme:light}
*{box-sizing:border-box}
body{margin:0;background:var(--bg);color:var(--ink);font:15px/1.5 system-ui,-apple-system,"Segoe UI",Roboto,sans-serif}
code,pre,.mono{font:12.5px/1.55 ui-monospace,SFMono-Regular,Menlo,Consolas,"DejaVu Sans Mono",monospace}
button,input{font:inherit;color:inherit}
:focus-visible{outline:2px solid var(--accent);outline-offset:2px}
header{padding:28px 32px 20px;max-width:1360px;margin:0 auto}
.top{display:flex;gap:16px;align-items:flex-start;justify-content:space-between}
h1{margin:0;font-size:22px;letter-spacing:-.01em}
.facts{color:var(--soft);margin-top:4px;overflow-wrap:anywhere}
.facts b{color:var(--ink);font-weight:600}
.theme{border:1px solid var(--line);background:var(--card);border-radius:8px;padding:6px 12px;cursor:pointer;white-space:nowrap}
.score{display:flex;gap:28px;align-items:center;background:var(--card);border:1px solid var(--line);border-radius:14px;box-shadow:var(--shadow);padding:20px 24px;margin-top:18px}
.big{font-size:44px;font-weight:650;letter-spacing:-.03em;line-height:1;font-variant-numeric:tabular-nums;white-space:nowrap}
.big small{font-size:15px;font-weight:500;color:var(--soft);letter-spacing:0;display:block;margin-top:8px}
.big.bad{color:var(--failed)}.big.good{color:var(--passed)}
.meter{flex:1;min-width:0}
.bar{display:flex;height:14px;border-radius:7px;overflow:hidden;background:var(--line);gap:2px}
.bar span{min-width:3px}
.bar.small{height:6px;border-radius:3px;gap:1px}
.chips{display:flex;flex-wrap:wrap;gap:8px;margin-top:14px}
.chip{display:inline-flex;align-items:center;gap:8px;border:1px solid var(--line);border-radius:999px;background:transparent;padding:4px 12px 4px 10px;cursor:pointer;font-size:14px}
.chip i{width:10px;height:10px;border-radius:50%;background:var(--tone)}
.chip b{font-variant-numeric:tabular-nums}
.chip[aria-pressed=false]{opacity:.5}
.chip[aria-pressed=false] i{background:transparent;box-shadow:inset 0 0 0 2px var(--tone)}
.note{border:1px solid var(--line);border-left:4px solid var(--failed);background:var(--card);border-radius:8px;padding:12px 16px;margin-top:12px}
.note.calm{border-left-color:var(--warned)}
.note pre{margin:8px 0 0}
main{display:grid;grid-template-columns:280px minmax(0,1fr);gap:28px;max-width:1360px;margin:0 auto;padding:0 32px 64px}
nav{position:sticky;top:0;align-self:start;max-height:100vh;overflow:auto;padding:12px 0 24px}
nav a{display:grid;grid-template-columns:1fr auto;gap:2px 8px;padding:6px 10px;border-radius:8px;color:inherit;text-decoration:none;font-size:13.5px}
nav a:hover{background:var(--card)}
nav a .n{color:var(--soft);font-variant-numeric:tabular-nums}
nav a .n.bad{color:var(--failed);font-weight:650}
nav a .bar{grid-column:1/-1}
.search{position:sticky;top:0;z-index:2;background:var(--bg);padding:12px 0;display:flex;gap:12px;align-items:center}
.search input{flex:1;min-width:0;border:1px solid var(--line);border-radius:10px;background:var(--card);padding:9px 14px}
.search span{color:var(--soft);font-size:14px;white-space:nowrap;font-variant-numeric:tabular-nums}
section{margin:8px 0 26px}
h2{font-size:15px;margin:0 0 8px;display:flex;gap:10px;align-items:baseline}
h2 span{color:var(--soft);font-weight:400;font-size:13.5px}
.card{background:var(--card);border:1px solid var(--line);border-radius:12px;box-shadow:var(--shadow);overflow:hidden}
a.jump{display:grid;grid-template-columns:14px minmax(0,1fr);gap:4px 12px;padding:9px 16px;border-top:1px solid var(--line);color:inherit;text-decoration:none;align-items:center}
a.jump:first-child{border-top:0}
a.jump:hover{background:color-mix(in srgb,var(--tone) 7%,transparent)}
a.jump .what span{white-space:nowrap;overflow:hidden;text-overflow:ellipsis;display:block}
.what code{background:var(--code);border-radius:4px;padding:1px 4px;color:var(--ink)}
details.req{border-top:1px solid var(--line)}
details.req:first-child{border-top:0}
summary{list-style:none;cursor:pointer;display:grid;grid-template-columns:14px minmax(0,1fr) auto;gap:4px 12px;padding:10px 16px;align-items:baseline}
summary::-webkit-details-marker{display:none}
summary:hover{background:color-mix(in srgb,var(--accent) 5%,transparent)}
.dot{width:10px;height:10px;border-radius:50%;background:var(--tone);align-self:center}
.what b{font-weight:600;display:block;overflow-wrap:anywhere}
.what b.mono{font-size:13px}
.what span{color:var(--soft);font-size:14px}
.tags{display:flex;gap:6px;align-items:center}
.tag{font-size:11.5px;border:1px solid var(--line);border-radius:6px;padding:1px 7px;color:var(--soft);white-space:nowrap}
.tag.tone{color:var(--tone);border-color:color-mix(in srgb,var(--tone) 45%,transparent);font-weight:600}
.body{padding:4px 16px 16px 42px}
.cause{background:color-mix(in srgb,var(--tone) 9%,transparent);border-radius:8px;padding:9px 12px;margin:0 0 12px;overflow-wrap:anywhere}
.check{border:1px solid var(--line);border-radius:10px;margin:10px 0;overflow:hidden}
.check>div{padding:9px 12px}
.check .head{display:flex;gap:10px;justify-content:space-between;background:var(--code);font-size:13.5px;color:var(--soft)}
.check .head b{color:var(--tone)}
table{border-collapse:collapse;width:100%;font-size:13.5px;table-layout:fixed}
th:first-child,td:first-child{width:21%}
th{text-align:left;font-weight:500;color:var(--soft);padding:4px 12px 4px 0;vertical-align:top}
td{padding:4px 12px 4px 0;vertical-align:top;overflow-wrap:anywhere}
td code{background:none}
.is{color:var(--failed)}.should{color:var(--passed)}
.ex{border-top:1px solid var(--line)}
.ex>summary{grid-template-columns:auto minmax(0,1fr) auto auto;padding:8px 12px;font-size:13px;align-items:center}
.ex .m{font-weight:650}
.ex .t{overflow:hidden;text-overflow:ellipsis;white-space:nowrap}
.ex .s{font-weight:650;color:var(--tone)}
.ex .ms{color:var(--soft)}
.two{display:grid;grid-template-columns:1fr 1fr;gap:12px;padding:0 12px 12px}
.two h4{margin:4px 0;font-size:12px;color:var(--soft);font-weight:600;text-transform:uppercase;letter-spacing:.05em}
pre{margin:0;background:var(--code);border:1px solid var(--line);border-radius:8px;padding:10px 12px;overflow:auto;max-height:420px;white-space:pre-wrap;overflow-wrap:anywhere}
pre.heads{color:var(--soft);margin-bottom:6px}
.none{color:var(--soft);padding:40px;text-align:center}
.tone-passed{--tone:var(--passed)}.tone-failed{--tone:var(--failed)}.tone-warned{--tone:var(--warned)}.tone-untestable{--tone:var(--untestable)}.tone-not-applicable{--tone:var(--na)}.tone-not-observable{--tone:var(--unseen)}
.bg{background:var(--tone)}
[hidden]{display:none!important}
@media (max-width:900px){main{grid-template-columns:minmax(0,1fr);padding:0 16px 48px}nav{display:none}header{padding:20px 16px 12px}.score{flex-direction:column;align-items:stretch;gap:16px}.two{grid-template-columns:minmax(0,1fr)}.body{padding-left:16px}summary{padding:10px 12px}.tags .level{display:none}}
@media print{nav,.search,.theme{display:none}main{display:block}.card{box-shadow:none}}
`
