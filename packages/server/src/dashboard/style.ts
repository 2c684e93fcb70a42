import { pageStyle } from './task/views/page-style.js'
import { turnStyle } from './task/views/turn-style.js'

const ownStyle = /* css */ `
.masthead{display:flex;gap:4px 20px;align-items:center;padding:10px 24px;background:var(--card);
border-bottom:1px solid var(--line)}
.brand{font-weight:700;letter-spacing:-.02em;color:var(--ink);text-decoration:none;font-size:17px}
nav.sections{position:static;max-height:none;display:flex;flex:none;gap:2px;padding:0;overflow:visible}
nav.sections a{display:block;padding:5px 10px;border-radius:8px;color:var(--soft);font-size:14.5px}
nav.sections a:hover{background:var(--bg);color:var(--ink)}
nav.sections a[aria-current]{color:var(--ink);font-weight:600;background:var(--code)}
.masthead-end{margin-left:auto;display:flex;gap:8px;align-items:center;flex-wrap:wrap}
.menu{display:flex;flex:1;gap:6px 14px;align-items:center;min-width:0;position:static;inset:auto;margin:0;padding:0;
border:0;width:auto;height:auto;overflow:visible;color:inherit;background:none}
.menu-button{display:none;margin-left:auto}
.search-box{flex:0 1 250px;min-width:110px;margin-left:auto}.search-box input{width:100%;height:34px;font-size:14px}
.search-box+.masthead-end{margin-left:0;flex-wrap:nowrap}
kbd{font:12.5px ui-monospace,SFMono-Regular,Menlo,Consolas,monospace;border:1px solid var(--line);border-radius:5px;
padding:0 5px}
main#content{max-width:1240px;margin:0 auto;padding:24px 24px 40px;overflow-wrap:anywhere}
.pagefoot{max-width:1240px;margin:0 auto;padding:0 24px 32px;font-size:13px;display:flex;gap:10px;align-items:center;
flex-wrap:wrap}
.pagefoot button{font-size:13px;padding:2px 10px}
.heading{display:flex;gap:12px 24px;justify-content:space-between;align-items:flex-start;flex-wrap:wrap;
margin-bottom:16px}
.heading>div{min-width:0}
h2{font-size:17px;letter-spacing:-.01em;margin:28px 0 10px}
h1 .pill{font-size:14px;margin-left:10px;vertical-align:3px}
.actions{display:flex;gap:8px;flex-wrap:wrap}
button,.button{display:inline-block;border:1px solid var(--line);background:var(--card);color:var(--ink);
border-radius:8px;padding:5px 12px;cursor:pointer;text-decoration:none;white-space:nowrap;font-size:14.5px;
line-height:1.5}
button:hover,.button:hover{border-color:var(--accent)}
button.primary{background:var(--accent);border-color:var(--accent);color:var(--card);font-weight:600}
button.danger{color:var(--failed);border-color:var(--failed)}
.filters,.inline{display:flex;gap:10px 14px;flex-wrap:wrap;align-items:flex-start;margin-bottom:16px}
.inline{align-items:center}.inline[hidden]{display:none}
.filters,.panel{background:var(--card);border:1px solid var(--line);border-radius:12px;padding:14px 16px}
.panel{margin:0 0 16px;max-width:640px;display:grid;gap:12px}
.panel.wide{max-width:none;display:block}
.panel h2:first-child{margin-top:0}.facts-list+.soft{margin-top:10px;font-size:13.5px}
.field{display:grid;gap:3px;min-width:0}
.field label{font-size:13px;color:var(--soft);font-weight:560}
.field .soft{font-size:13px}
input,select,textarea{border:1px solid var(--line);background:var(--bg);border-radius:8px;padding:5px 10px;
min-width:0;max-width:100%;height:36px}
input[type=hidden]{display:none}
.filters .actions{margin-top:22px}.filters .actions>*{height:36px}.filters .field{flex:1 1 150px}
.filters input,.filters select{width:100%}
table.list{font-size:14px;background:var(--card);border:1px solid var(--line);border-radius:12px;
border-collapse:separate;border-spacing:0}
table.list th{padding:8px 14px;white-space:nowrap}
table.list td{padding:9px 14px;border-top:1px solid var(--line);vertical-align:middle}
table.list tbody tr{border:0}table.list tbody tr:hover td{background:color-mix(in srgb,var(--accent) 4%,var(--card))}
table.list td:first-child{min-width:11em}table.list td form{display:inline}
table.list td code{display:inline-block;min-width:13ch}
table.list .tag,.sentences .tag,.facts-list .tag{display:inline-block;white-space:normal;overflow-wrap:anywhere}
time,.whole,.cell-content.short{font-variant-numeric:tabular-nums;white-space:nowrap}
.pages{display:flex;gap:12px;align-items:center;flex-wrap:wrap;margin-top:14px}
.empty{border:1px dashed var(--line);border-radius:12px;padding:28px;text-align:center;color:var(--soft)}
.empty b{color:var(--ink);display:block;margin-bottom:4px}
.empty code{display:inline-block;text-align:left;background:var(--code);border-radius:8px;padding:8px 12px;
margin-top:10px;color:var(--ink)}
.problem{border:1px solid var(--failed);border-left-width:4px;
background:color-mix(in srgb,var(--failed) 7%,var(--card));border-radius:8px;padding:10px 14px;margin:0 0 14px;
overflow-wrap:anywhere}
.done{border:1px solid var(--passed);border-left-width:4px;background:color-mix(in srgb,var(--passed) 7%,var(--card));
border-radius:8px;padding:12px 14px;margin:0 0 16px;display:grid;gap:8px}
.done input{font:13px ui-monospace,SFMono-Regular,Menlo,Consolas,monospace;width:100%}
.facts-list{display:grid;grid-template-columns:max-content minmax(0,1fr);gap:4px 18px}
.facts-list dt{color:var(--soft)}.facts-list dd{overflow-wrap:anywhere}
.signs{display:inline-flex;gap:3px;flex-wrap:wrap;vertical-align:middle}
.signs .sign{width:16px;height:16px;font-size:10px}
.progress{display:block;width:160px;height:9px;accent-color:var(--accent)}
.state{font-size:13px;border:1px solid currentColor;border-radius:999px;padding:0 9px;color:var(--soft);
white-space:nowrap}
.state.at-work{color:var(--accent)}
.sentences li{padding:8px 0;border-top:1px solid var(--line);overflow-wrap:anywhere}.sentences li:first-child{border:0}
.sentences li ul{margin:3px 0 6px;padding-left:19px;list-style:disc}.sentences li ul li{padding:2px 0;border:0}
.calls{padding-left:26px;list-style:decimal;margin:6px 0}.calls li{padding:1px 0;color:var(--soft)}
.calls code{color:var(--ink)}
.task-steps{margin:10px 20px 0}.card>h2{margin-top:0}
main .hero{margin-bottom:20px}.hero:has(>.facts-list:empty) .say{border:0}
main#content>p:has(+.scroll),main#content>p:has(+form),main#content>.fold+p,main#content>ul+p{margin:8px 0 12px}
main#content>ul:not([class]){margin:8px 0}main#content>:is(.scroll,.empty)+.fold{margin-top:10px}
@media (max-width:1000px){
.masthead{justify-content:space-between}.menu-button{display:inline-block}
#menu:not(:popover-open){display:none}
#menu{position:fixed;inset:54px 10px auto auto;width:min(330px,calc(100vw - 20px));max-height:calc(100vh - 70px);
overflow:auto;flex-direction:column;align-items:stretch;gap:14px;padding:14px;background:var(--card);
border:1px solid var(--line);border-radius:12px;box-shadow:var(--shadow)}
#menu nav.sections{flex-direction:column;align-self:stretch}#menu nav.sections a{padding:9px 12px;font-size:16px}
#menu .search-box{margin:0;flex:none}#menu .search-box input{height:40px}#menu .masthead-end{margin:0;flex-wrap:wrap}
}
@media (max-width:900px){nav.sections{display:flex}main#content{padding:18px 14px 32px}.pagefoot{padding:0 14px 24px}
.hero .facts-list{grid-column:1/-1}.masthead{padding:8px 14px}}
@media (max-width:640px){
.filters .actions{margin-top:0;flex-basis:100%}.cell-content.short{white-space:normal}
table.list thead{display:none}table.list tr{display:block;padding:8px 0;border-top:1px solid var(--line)!important}
table.list tbody tr:first-child{border-top:0!important}
table.list td,table.list td:first-child{display:flex;gap:10px;justify-content:space-between;border:0;padding:3px 14px;
text-align:right;overflow-wrap:anywhere;min-width:0}
table.list td>span.cell-content,table.list td code{min-width:0}
table.list td:has(>.cell-content:empty){display:none}
table.list td::before{content:attr(data-column);color:var(--soft);flex:none;text-align:left}
.facts-list{grid-template-columns:minmax(0,1fr)}.facts-list dt{margin-top:6px}
}
`

/** The style of every page: the style of reports, and the additions for pages of a server. */
export const style: string = pageStyle + turnStyle + ownStyle
