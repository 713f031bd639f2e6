import { readFileSync, writeFileSync } from 'node:fs'
import { workerData } from 'node:worker_threads'
import { CFB, read, set_cptable, write } from '@e965/xlsx'
import * as codepages from '@e965/xlsx/dist/cpexcel.full.mjs'

/** Rewrites one workbook; whoever started the thread bounds its memory and its time. */
const { from, to } = workerData as { readonly from: string; readonly to: string } // by rewriteXls

// Programs of before 1997 write texts in the code page of their computer, and some do not say which.
set_cptable(codepages)
const bytes = readFileSync(from)
// Of a container that is cut off the library gives what is left of it.
const container = CFB.read(bytes, { type: 'buffer' })
const stream = CFB.find(container, '/Workbook') ?? CFB.find(container, '/Book')
if (stream && stream.content.length < stream.size) throw new Error('cut off')
const book = read(bytes, { type: 'buffer', codepage: 936, cellNF: true, cellHTML: false, cellText: false })
writeFileSync(to, write(book, { type: 'buffer', bookType: 'xlsx' }))
