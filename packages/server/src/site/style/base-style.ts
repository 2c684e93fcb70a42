/** The rules that every page begins with, after the tokens of its theme. */
export const baseStyle: string = /* css */ `
*{box-sizing:border-box}
html{-webkit-text-size-adjust:100%;scroll-padding-top:16px}
body{margin:0;
background:var(--bg);
color:var(--ink);font:15px/1.5 system-ui,-apple-system,"Segoe UI",Roboto,"Helvetica Neue",Arial,sans-serif}
h1,h2,h3,h4,p,ul,ol,dl,dd,figure{margin:0}
a{color:var(--accent)}
code,pre,.mono{font:12.5px/1.55 ui-monospace,SFMono-Regular,Menlo,Consolas,"DejaVu Sans Mono",monospace;
overflow-wrap:anywhere}
button,input,select,textarea{font:inherit;color:inherit}
table{border-collapse:collapse;width:100%}
th{text-align:left}
th,td{vertical-align:top}
.soft{color:var(--soft)}
.skip{position:absolute;left:-9999px}
.skip:focus{left:16px;top:8px;background:var(--card);padding:6px 12px;z-index:3}
.off-screen{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%);white-space:nowrap}
:focus-visible{outline:2px solid var(--focus);outline-offset:2px;border-radius:4px}
[hidden]{display:none!important}
@media print{.skip{display:none}}
`
