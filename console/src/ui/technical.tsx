import { useUiText } from './use-text.ts'

/** Codes and addresses for whoever mends it, folded away from everybody else. */
export function Technical({ text }: { readonly text: string | null | undefined }) {
  const words = useUiText()
  if (!text) return null
  return (
    <details className="sl-technical">
      <summary>{words.technical}</summary>
      <code>{text}</code>
    </details>
  )
}
