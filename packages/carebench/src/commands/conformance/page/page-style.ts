import { baseStyle, plainTheme, plotStyle, reportStyle, themeStyle } from '@carebench/server/site'

const ownStyle = /* css */ `
.score{display:flex;gap:28px;align-items:center;padding:20px 24px;margin-top:18px}
.score .parts{flex:1;min-width:0;height:14px}
.big{color:var(--tone);font-size:44px;font-weight:650;letter-spacing:-.03em;line-height:1;
font-variant-numeric:tabular-nums;white-space:nowrap}
.big small{font-size:15px;font-weight:500;color:var(--soft);letter-spacing:0;display:block;margin-top:8px}
.chips{display:flex;flex-wrap:wrap;gap:8px;margin-top:14px}
.chip{display:inline-flex;align-items:center;gap:8px;border:1px solid var(--line);border-radius:999px;
background:transparent;padding:4px 12px 4px 10px;cursor:pointer;font-size:14px}
.chip i{width:10px;height:10px;border-radius:50%;background:var(--tone)}
.chip b{font-variant-numeric:tabular-nums}
.chip[aria-pressed=false]{opacity:.5}
.chip[aria-pressed=false] i{background:transparent;box-shadow:inset 0 0 0 2px var(--tone)}
nav a{grid-template-columns:minmax(0,1fr) auto}
nav a .parts{grid-column:1/-1;height:6px;border-radius:3px}
nav a .n{color:var(--soft);font-variant-numeric:tabular-nums}
nav a .n.bad{color:var(--failed);font-weight:650}
.search{position:sticky;top:0;z-index:2;background:var(--bg);padding:12px 0;display:flex;gap:12px;align-items:center}
.search input{flex:1;min-width:0;border:1px solid var(--line);border-radius:10px;background:var(--card);
padding:9px 14px}
.search span{color:var(--soft);font-size:14px;white-space:nowrap;font-variant-numeric:tabular-nums}
section{margin:8px 0 26px}
.card{overflow:hidden}
h2{font-size:15px;margin:0 0 8px;display:flex;gap:10px;align-items:baseline}
h2 span{color:var(--soft);font-weight:400;font-size:13.5px}
a.jump{display:grid;grid-template-columns:14px minmax(0,1fr);gap:4px 12px;padding:9px 16px;
border-top:1px solid var(--line);color:inherit;text-decoration:none;align-items:center}
a.jump:first-child{border-top:0}
a.jump:hover{background:color-mix(in srgb,var(--tone) 7%,transparent)}
a.jump .what span{white-space:nowrap;overflow:hidden;text-overflow:ellipsis;display:block}
.what code{background:var(--code);border-radius:4px;padding:1px 4px;color:var(--ink)}
details.req{border-top:1px solid var(--line)}
details.req:first-child{border-top:0}
summary{display:grid;grid-template-columns:14px minmax(0,1fr) auto;gap:4px 12px;padding:10px 16px;align-items:baseline}
summary:hover{background:color-mix(in srgb,var(--accent) 5%,transparent)}
.dot{width:10px;height:10px;border-radius:50%;background:var(--tone);align-self:center}
.what b.mono{font-size:13px;font-weight:600}
.tags{gap:6px}
.tag.tone{color:var(--tone);border-color:color-mix(in srgb,var(--tone) 45%,transparent);font-weight:600}
.body{padding:4px 16px 16px 42px}
.cause{background:color-mix(in srgb,var(--tone) 9%,transparent);border-radius:8px;padding:9px 12px;margin:0 0 12px;
overflow-wrap:anywhere}
.check{border:1px solid var(--line);border-radius:10px;margin:10px 0;overflow:hidden}
.check>div{padding:9px 12px}
.check .head{display:flex;gap:10px;justify-content:space-between;background:var(--code);font-size:13.5px;
color:var(--soft)}
.check .head b{color:var(--tone)}
table{table-layout:fixed}
th:first-child,td:first-child{width:21%}
.is{color:var(--failed)}.should{color:var(--passed)}
.ex{border-top:1px solid var(--line)}
.ex>summary{grid-template-columns:auto minmax(0,1fr) auto auto;padding:8px 12px;font-size:13px;align-items:center}
.ex .m{font-weight:650}
.ex .t{overflow:hidden;text-overflow:ellipsis;white-space:nowrap}
.ex .s{font-weight:650;color:var(--tone)}
.ex .ms{color:var(--soft)}
.two{display:grid;grid-template-columns:1fr 1fr;gap:12px;padding:0 12px 12px}
.two pre{margin-top:0}
.two h4{margin:4px 0;font-size:12px;color:var(--soft);font-weight:600;text-transform:uppercase;letter-spacing:.05em}
pre.heads{color:var(--soft);margin-bottom:6px}
.none{color:var(--soft);padding:40px;text-align:center}
.tone-warned{--tone:var(--partial)}.tone-untestable{--tone:var(--unsupported)}
.tone-not-applicable{--tone:var(--faint)}.tone-not-observable{--tone:var(--fainter)}
@media (max-width:900px){.score{flex-direction:column;align-items:stretch;gap:16px}.score .parts{flex:none}
.two{grid-template-columns:minmax(0,1fr)}.body{padding-left:16px}summary{padding:10px 12px}.tags .level{display:none}}
@media (max-width:640px){.req>summary{grid-template-columns:14px minmax(0,1fr)}.req .tags{grid-column:2}
.req .dot{align-self:start;margin-top:6px}.big{white-space:normal}.check thead{display:none}
.check tr,.check th,.check td{display:block;width:auto;padding:0}.check tr+tr{margin-top:8px}
td[data-name]::before{content:attr(data-name) " ";color:var(--soft);font-size:12.5px}}
@media print{.search{display:none}}
`

/** The style of the page: light and dark, a screen, a phone and paper. */
export const pageStyle: string = themeStyle(plainTheme) + baseStyle + reportStyle + plotStyle + ownStyle
