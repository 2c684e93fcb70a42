import { pageStyle, turnStyle } from '@carebench/server/dashboard/task'
import { committeeStyle } from '../committee/committee-style.js'

const ownStyle = /* css */ `
.wide h2,.wide h3,.wide .say p,.notice{overflow-wrap:anywhere}
.wide{max-width:1360px;margin:0 auto;padding:0 32px 64px}
.path{display:flex;gap:16px;flex-wrap:wrap;font-size:14px;margin-bottom:6px}
#search{display:flex;gap:8px;min-width:0}
#search input{border:1px solid var(--line);background:var(--card);border-radius:8px;padding:6px 12px;min-width:0;
width:270px}
.more{margin-top:10px;border-radius:8px;padding:6px 12px}
.trial-matrix,.digest,.trial-list{width:auto;min-width:100%}
.trial-matrix td,.trial-matrix th,.digest td,.digest th,.trial-list td,.trial-list th{padding-top:8px;
padding-bottom:8px}
.trial-matrix th[scope=row],.digest th[scope=row],.trial-list th[scope=row]{color:var(--ink);font-weight:560;
overflow-wrap:anywhere;min-width:180px}
.trial-matrix thead th{overflow-wrap:anywhere}
.trial-matrix td{min-width:130px;line-height:2}
.trial-matrix a.of{text-decoration:none}
.trial-matrix .of{color:var(--soft);font-variant-numeric:tabular-nums;margin-right:10px;white-space:nowrap}
.t{display:inline-grid;place-items:center;width:24px;height:24px;margin-right:4px;border-radius:6px;
border:1px solid transparent;font:700 13px/1 system-ui,sans-serif;text-decoration:none;
background:color-mix(in srgb,var(--tone) 12%,var(--card));color:var(--tone);vertical-align:middle}
a.t:hover{border-color:var(--tone)}
.p{--tone:var(--passed)}.t.p{white-space:normal}.q{--tone:var(--partial)}.f{--tone:var(--failed)}
.u{--tone:var(--errored)}.o{--tone:var(--unsupported)}
.t.u{background:none;border:1px dashed var(--soft)}
.t.g{border:2px solid var(--tone)}
.trial-matrix[data-filter=failed] .t:not(.f),.trial-matrix[data-filter=partial] .t:not(.q),
.trial-matrix[data-filter=guard-broken] .t:not(.g),.trial-matrix[data-filter=tool-errors] .t:not(.e),
.trial-matrix[data-filter=unscored] .t:not(.u),.trial-matrix[data-filter=undecided] .t:not(.o){visibility:hidden}
.digest td.number,.digest th.number,.trial-list .number{text-align:right;font-variant-numeric:tabular-nums;
white-space:nowrap}
.digest .caption{font-weight:400}.digest .examples{min-width:190px;overflow-wrap:break-word}
.trial-list td{white-space:nowrap}.trial-list .wide-cell{white-space:normal;overflow-wrap:anywhere;min-width:110px}
.facets{display:flex;flex-wrap:wrap;gap:8px;margin:0 0 10px}
.facets>*{border:1px solid var(--line);background:var(--card);border-radius:8px;padding:4px 10px;font-size:13.5px}
.facets>*{min-width:0;max-width:240px}
.sort{border:0;background:none;padding:0;font-weight:inherit;color:inherit;cursor:pointer}
[aria-sort=ascending] .sort::after{content:" ↑"}[aria-sort=descending] .sort::after{content:" ↓"}
.trial-list .sign{width:18px;height:18px;font-size:11px}
.figures{display:flex;flex-wrap:wrap;gap:10px 28px;margin:16px 4px}
.figures dt{color:var(--soft);font-size:13px}
.figures dd{font-weight:600;font-variant-numeric:tabular-nums;overflow-wrap:anywhere}
.failed{display:grid;gap:10px}.failed li{display:flex;gap:12px}
.failed .where{display:block;color:var(--soft);font-size:13.5px;overflow-wrap:anywhere}
.failed li>div{min-width:0;overflow-wrap:anywhere}
.task-text.card{padding:12px 20px;margin:8px 0 16px}
#found{display:grid;grid-template-columns:minmax(0,1fr);gap:14px;margin-top:14px}#found li{overflow-wrap:anywhere}
.snippet{overflow-wrap:anywhere;font-size:13.5px}
#found mark{background:color-mix(in srgb,var(--partial) 30%,var(--card));color:inherit;border-radius:3px}
.pair{display:grid;grid-template-columns:repeat(2,minmax(0,1fr));gap:16px}.pair>*{min-width:0;overflow-wrap:anywhere}
.pair-calls{width:100%;table-layout:fixed}.pair-calls td{overflow-wrap:anywhere;vertical-align:top}
.pair-calls pre{white-space:pre-wrap;font-size:12.5px}.pair-same td{color:var(--soft)}
.pair-other td{background:color-mix(in srgb,var(--partial) 10%,var(--card))}
.pair-alone td:not(:empty){background:color-mix(in srgb,var(--accent) 9%,var(--card))}
.more{border:1px solid var(--line);background:var(--card);font-size:13.5px;cursor:pointer}
.more:hover{border-color:var(--accent)}
@media (max-width:900px){.wide{padding:0 14px 48px}}
@media (max-width:640px){.pair{grid-template-columns:minmax(0,1fr)}#search{flex:1 1 100%}
#search input{flex:1;width:auto}.buttons{width:100%}.figures{gap:8px 20px}
.digest{min-width:0}.digest thead{display:none}.digest,.digest tbody,.digest tr,.digest th{display:block}
.digest tr{padding:10px 0}.digest tbody th[scope=row],.digest tbody td{padding:3px 0}
.digest td{display:flex;gap:12px;justify-content:space-between;text-align:right}
.digest td::before{flex:none;text-align:left}.digest .examples{min-width:0}}
`

/** The style sheet of the pages of a run. */
export const runStyle: string = pageStyle + turnStyle + ownStyle + committeeStyle
