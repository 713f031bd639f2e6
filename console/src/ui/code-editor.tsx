import { autocompletion, type Completion, type CompletionContext, completionKeymap } from '@codemirror/autocomplete'
import { defaultKeymap, history, historyKeymap } from '@codemirror/commands'
import { json } from '@codemirror/lang-json'
import {
  bracketMatching,
  foldGutter,
  HighlightStyle,
  indentOnInput,
  StreamLanguage,
  syntaxHighlighting,
} from '@codemirror/language'
import { type Diagnostic, lintGutter, setDiagnostics } from '@codemirror/lint'
import { EditorState, type Extension, StateEffect, StateField } from '@codemirror/state'
import {
  Decoration,
  type DecorationSet,
  EditorView,
  keymap,
  lineNumbers,
  placeholder as placeholderOf,
  WidgetType,
} from '@codemirror/view'
import { tags } from '@lezer/highlight'
import { type Ref, useEffect, useEffectEvent, useImperativeHandle, useRef } from 'react'
import './code-editor.css'

export interface CodeFault {
  readonly from: number
  readonly to: number
  readonly message: string
}

/** What is shown behind a place of the text and is no part of it. */
interface CodeNote {
  readonly at: number
  readonly text: string
}

export interface CodeChoice {
  readonly label: string
  /** Beside the label: its type, its usage. */
  readonly detail: string
  readonly info: string
  /** What is typed; the label where absent. */
  readonly insert?: string
  readonly kind: 'field' | 'function'
}

export interface CodeEditorHandle {
  /** Types a text where the caret is. */
  insert(text: string): void
  /** Puts the caret before a character and shows it. */
  goTo(at: number): void
}

export interface CodeEditorProps {
  readonly label: string
  readonly value: string
  readonly language: 'json' | 'expression' | 'script'
  readonly faults: readonly CodeFault[]
  readonly notes?: readonly CodeNote[]
  readonly choices?: readonly CodeChoice[]
  readonly placeholder?: string
  readonly isReadOnly?: boolean
  readonly ref?: Ref<CodeEditorHandle>
  onChange(value: string): void
}

const none: readonly CodeNote[] = []

/** A text with colours, faults at their place and completion (Ctrl+Space). Tab leaves it, as from any input. */
export function CodeEditor({
  label,
  value,
  language,
  faults,
  notes = none,
  choices,
  placeholder,
  isReadOnly,
  ref,
  onChange,
}: CodeEditorProps) {
  const host = useRef<HTMLDivElement>(null)
  const editor = useRef<EditorView>(null)
  const tell = useEffectEvent(onChange)
  const complete = useEffectEvent((context: CompletionContext) => completeAt(context, choices ?? []))
  const start = useEffectEvent((parent: HTMLElement) => {
    const extensions: Extension[] = [
      extensionsOf[language],
      EditorView.contentAttributes.of({ 'aria-label': label }),
      EditorState.readOnly.of(isReadOnly ?? false),
      placeholderOf(placeholder ?? ''),
      EditorView.updateListener.of(update => update.docChanged && tell(update.state.doc.toString())),
    ]
    if (language !== 'json') extensions.push(autocompletion({ override: [context => complete(context)], icons: false }))
    const view = new EditorView({ parent, state: EditorState.create({ doc: value, extensions: [extensions, base] }) })
    // A region that scrolls is reached by keyboard.
    if (language !== 'expression') view.scrollDOM.tabIndex = 0
    return view
  })
  useEffect(() => {
    if (!host.current) return
    const view = start(host.current)
    editor.current = view
    return () => {
      editor.current = null
      view.destroy()
    }
  }, [])
  useEffect(() => {
    const view = editor.current
    if (!view || view.state.doc.toString() === value) return
    view.dispatch({ changes: { from: 0, to: view.state.doc.length, insert: value } })
  }, [value])
  useEffect(() => {
    const view = editor.current
    view?.dispatch(setDiagnostics(view.state, toDiagnostics(faults, view.state.doc.length)))
  }, [faults])
  useEffect(() => {
    editor.current?.dispatch({ effects: setNotes.of(notes) })
  }, [notes])
  useImperativeHandle(ref, () => ({
    insert(text) {
      const view = editor.current
      if (!view) return
      view.dispatch(view.state.replaceSelection(text))
      view.focus()
    },
    goTo(at) {
      const view = editor.current
      if (!view) return
      view.dispatch({ selection: { anchor: Math.min(at, view.state.doc.length) }, scrollIntoView: true })
      view.focus()
    },
  }))
  return <div ref={host} className={`sl-code sl-code-${language}`} />
}

/** A fault at the end has no character of its own: the one before it is marked. */
const toDiagnostics = (faults: readonly CodeFault[], length: number): Diagnostic[] =>
  faults.map(({ from, to, message }) => {
    const end = Math.min(Math.max(to, from + 1), length)
    return { from: Math.max(0, Math.min(from, end - 1)), to: end, message, severity: 'error' }
  })

const setNotes = StateEffect.define<readonly CodeNote[]>()

/** Between two of their kind notes move with what is typed. */
const notesField = StateField.define<DecorationSet>({
  create: () => Decoration.none,
  update(shown, { changes, effects, newDoc }) {
    const given = effects.find(effect => effect.is(setNotes))
    if (!given?.is(setNotes)) return shown.map(changes)
    const inside = given.value.filter(({ at }) => at <= newDoc.length)
    return Decoration.set(
      inside.map(({ at, text }) => Decoration.widget({ widget: new Note(text), side: 1 }).range(at)),
    )
  },
  provide: field => EditorView.decorations.from(field),
})

class Note extends WidgetType {
  readonly text: string

  constructor(text: string) {
    super()
    this.text = text
  }

  override eq(other: Note): boolean {
    return other.text === this.text
  }

  override toDOM(): HTMLElement {
    const element = document.createElement('span')
    element.className = 'sl-code-note'
    element.textContent = this.text
    return element
  }
}

/** What is completed as a whole: a path from a name that has members, or a single name. */
const WORD = /(?:row|line|record|target|ctx|request|answer)(?:\.\??[\p{L}\p{N}_]*)*|[\p{L}_][\p{L}\p{N}_]*/u

function completeAt(context: CompletionContext, choices: readonly CodeChoice[]) {
  const word = context.matchBefore(new RegExp(`(?:${WORD.source})$`, 'u'))
  if (!word && !context.explicit) return null
  const options = choices.map(
    ({ label, detail, info, insert, kind }): Completion => ({
      label,
      detail,
      type: kind === 'field' ? 'variable' : 'function',
      ...(info === '' ? {} : { info }),
      ...(insert === undefined ? {} : { apply: insert }),
    }),
  )
  return { from: word?.from ?? context.pos, options, validFor: WORD }
}

const expressionLanguage = StreamLanguage.define({
  token(stream) {
    if (stream.match(/^"(?:[^"\\]|\\.)*"?/) || stream.match(/^'(?:[^'\\]|\\.)*'?/)) return 'string'
    if (stream.match(/^\d+(?:\.\d+)?/)) return 'number'
    if (stream.match(/^(?:true|false|null)\b/)) return 'atom'
    if (stream.match(/^(?:row|line|index|now)\b/)) return 'keyword'
    if (stream.match(/^[\p{L}_][\p{L}\p{N}_]*(?=\()/u)) return 'def'
    if (stream.match(/^[\p{L}_][\p{L}\p{N}_]*/u)) return 'variableName'
    stream.next()
    return null
  },
})

const KEYWORD =
  /^(?:export|async|function|return|const|let|if|else|for|of|in|while|await|new|try|catch|finally|throw|typeof|delete|interface|type|switch|case|break|continue|default)\b/

/** Enough of TypeScript for colours; what is wrong is told by the server. */
const scriptLanguage = StreamLanguage.define<{ quote: '`' | '*/' | null }>({
  startState: () => ({ quote: null }),
  token(stream, state) {
    if (state.quote === null && stream.match('/*')) state.quote = '*/'
    else if (state.quote === null && stream.match('`')) state.quote = '`'
    if (state.quote !== null) {
      const kind = state.quote === '`' ? 'string' : 'comment'
      if (stream.skipTo(state.quote)) {
        stream.match(state.quote)
        state.quote = null
      } else stream.skipToEnd()
      return kind
    }
    if (stream.match(/^\/\/.*/)) return 'comment'
    if (stream.match(/^"(?:[^"\\]|\\.)*"?/) || stream.match(/^'(?:[^'\\]|\\.)*'?/)) return 'string'
    if (stream.match(/^\d[\d_]*(?:\.\d+)?n?/)) return 'number'
    if (stream.match(/^(?:true|false|null|undefined)\b/)) return 'atom'
    if (stream.match(KEYWORD)) return 'keyword'
    if (stream.match(/^[\p{L}_$][\p{L}\p{N}_$]*(?=\()/u)) return 'def'
    if (stream.match(/^[\p{L}_$][\p{L}\p{N}_$]*/u)) return 'variableName'
    stream.next()
    return null
  },
  languageData: { commentTokens: { line: '//' }, closeBrackets: { brackets: ['(', '[', '{'] } },
})

const colours = HighlightStyle.define([
  { tag: tags.comment, color: 'var(--ant-color-text-tertiary)' },
  { tag: tags.string, color: 'var(--sl-code-text)' },
  { tag: [tags.number, tags.bool, tags.null, tags.atom], color: 'var(--sl-code-number)' },
  { tag: [tags.propertyName, tags.keyword], color: 'var(--sl-code-name)' },
  { tag: [tags.definition(tags.variableName), tags.function(tags.variableName)], color: 'var(--sl-code-function)' },
])

const look = EditorView.theme({
  '&': { backgroundColor: 'transparent', color: 'inherit', fontSize: '13px' },
  '.cm-content': { caretColor: 'var(--ant-color-text)', fontFamily: 'var(--sl-code-font)' },
  '.cm-cursor': { borderLeftColor: 'var(--ant-color-text)' },
  '.cm-gutters': { backgroundColor: 'transparent', color: 'var(--ant-color-text-tertiary)', border: 'none' },
  '&.cm-focused': { outline: 'none' },
  '.cm-selectionBackground, &.cm-focused .cm-selectionBackground, .cm-content ::selection': {
    backgroundColor: 'var(--ant-control-item-bg-active) !important',
  },
  '.cm-tooltip': {
    backgroundColor: 'var(--ant-color-bg-elevated)',
    color: 'var(--ant-color-text)',
    border: '1px solid var(--ant-color-border)',
    borderRadius: '6px',
  },
  '.cm-tooltip-autocomplete ul li[aria-selected]': {
    backgroundColor: 'var(--ant-control-item-bg-active)',
    color: 'var(--ant-color-text)',
  },
  '.cm-completionDetail': { color: 'var(--ant-color-text-secondary)', fontStyle: 'normal' },
})

const base: Extension = [history(), bracketMatching(), syntaxHighlighting(colours), look, EditorView.lineWrapping]
const jsonExtensions: Extension = [
  json(),
  lineNumbers(),
  foldGutter(),
  lintGutter(),
  indentOnInput(),
  keymap.of([...defaultKeymap, ...historyKeymap]),
]
const scriptExtensions: Extension = [
  scriptLanguage,
  lineNumbers(),
  lintGutter(),
  indentOnInput(),
  keymap.of([...completionKeymap, ...defaultKeymap, ...historyKeymap]),
]
const expressionExtensions: Extension = [
  expressionLanguage,
  notesField,
  keymap.of([...completionKeymap, ...defaultKeymap, ...historyKeymap]),
]
const extensionsOf = { json: jsonExtensions, expression: expressionExtensions, script: scriptExtensions }
