import { Fragment, type ReactNode } from 'react'
import { type MarkdownBlock, type MarkdownPart, readMarkdown, readParts } from './read-markdown.ts'
import './parts.css'

/** A text of Markdown that somebody else wrote, as elements: no HTML of it is ever read, and links lead to https only. */
export function PlainMarkdown({ source }: { readonly source: string }) {
  return (
    // Whoever wrote it wrote it in a language of their own.
    <div className="pa-markdown" lang="">
      {readMarkdown(source).map((block, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: blocks of a text have no other identity
        <Fragment key={place}>{showBlock(block)}</Fragment>
      ))}
    </div>
  )
}

function showBlock(block: MarkdownBlock): ReactNode {
  if (block.kind === 'heading') return block.level === 1 ? <h3>{say(block.text)}</h3> : <h4>{say(block.text)}</h4>
  if (block.kind === 'code')
    return (
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a wide text is scrolled by keyboard
      <pre tabIndex={0}>{block.text}</pre>
    )
  if (block.kind === 'list') {
    const items = block.items.map((item, place) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: as above
      <li key={place}>{say(item)}</li>
    ))
    return block.isOrdered ? <ol>{items}</ol> : <ul>{items}</ul>
  }
  return <p>{say(block.text)}</p>
}

const say = (text: string): ReactNode =>
  // biome-ignore lint/suspicious/noArrayIndexKey: as above
  readParts(text).map((part, place) => <Fragment key={place}>{showPart(part)}</Fragment>)

function showPart({ kind, text, to }: MarkdownPart): ReactNode {
  if (kind === 'strong') return <strong>{text}</strong>
  if (kind === 'code') return <code>{text}</code>
  if (kind === 'link')
    return (
      <a href={to} target="_blank" rel="noopener noreferrer nofollow">
        {text}
      </a>
    )
  return text
}
