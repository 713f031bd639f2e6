import './script-changes.css'
import { useScriptText } from '../texts/use-script-text.ts'
import { useStudioText } from '../texts/use-studio-text.ts'
import type { Preview } from './use-outcome.ts'

/** What the script changed of the record and of the target, field by field, in the order of its functions. */
export function ScriptChanges({ notes }: { readonly notes: Preview['scripted'] }) {
  const text = useScriptText()
  const { absent } = useStudioText()
  const shown = (value: string | null) =>
    value === null ? <span className="sl-muted">{absent}</span> : <code>{value}</code>
  const hooks = [...new Set(notes.map(note => note.hook))]
  return hooks.map(hook => {
    const own = notes.filter(note => note.hook === hook)
    return (
      <section key={hook} aria-label={text.hooks[hook].name}>
        <h4>
          {text.hooks[hook].name} <code className="sl-muted">{hook}</code>
        </h4>
        <ul className="st-script-changes">
          {own.map(({ field, before, after }) => (
            <li key={field}>
              <strong>{field}</strong>
              <span>
                {shown(before)} <span aria-hidden>→</span> <span className="sl-hidden">{text.becomes}</span>
                {shown(after)}
              </span>
            </li>
          ))}
        </ul>
      </section>
    )
  })
}
