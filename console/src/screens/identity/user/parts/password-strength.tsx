import { measureStrength } from '../registration.ts'
import { useText } from '../use-text.ts'

const colors = ['', '--ant-color-error', '--ant-color-warning', '--ant-color-success', '--ant-color-success'] as const

/** How good a password is, and which rules it meets. */
export function PasswordStrength({ password }: { readonly password: string }) {
  const text = useText()
  const { score, rules } = measureStrength(password)
  const words = [text.rules.length, text.rules.mixed, text.rules.special]
  return (
    <div className="us-strength-box" role="status">
      {text.strength(text.strengths[score] ?? '')}
      <div className="us-strength" aria-hidden="true">
        {[1, 2, 3, 4].map(step => (
          <i key={step} style={step <= score ? { background: `var(${colors[score]})` } : {}} />
        ))}
      </div>
      <ul className="us-rules">
        {words.map((word, at) => (
          <li key={word} data-ok={rules[at]}>
            {word}
          </li>
        ))}
      </ul>
    </div>
  )
}
