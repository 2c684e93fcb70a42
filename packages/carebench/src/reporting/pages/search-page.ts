import { dataElement, filePage, markup, reportScript } from '@carebench/server/site'
import type { SearchIndex } from '../trials/search-index.js'
import { searchScript } from './search-script.js'

/** Renders the page that searches the text of all trials; it contains all text, and is loaded only for a search. */
export function formatSearchPage(benchmark: string, index: SearchIndex): string {
  return filePage({
    title: `${benchmark} · search`,
    style: { href: 'report.css' },
    script: reportScript + searchScript,
    body: markup`<a class="skip" href="#content">Skip to content</a>
<header class="page"><div class="top"><div><p class="path"><a href="index.html">All trials</a></p>\
<h1>Search the trials of ${benchmark}</h1></div>
<div class="buttons"><form id="search" role="search"><input type="search" name="words" \
aria-label="Words to search for" placeholder="Words, or “a phrase”"><button type="submit">Search</button></form>\
<button id="theme" type="button">Light or dark</button></div></div></header>
<main id="content" class="wide"><p id="outcome" role="status" class="soft">Searching requires JavaScript.</p>\
<ol id="found"></ol></main>
${dataElement('data', index)}`,
  })
}
