import { useShellText } from './use-text.ts'

const lanes = [40, 84, 128]

/** Records flowing from sources through the stage to targets. */
export function FlowPicture() {
  const text = useShellText()
  return (
    <svg viewBox="0 0 440 190" className="pl-picture" aria-hidden="true">
      {lanes.map(y => (
        <g key={y}>
          <path d={`M84 ${y}C150 ${y} 150 84 196 84`} />
          <path d={`M244 84C290 84 290 ${y} 356 ${y}`} />
          <rect x="36" y={y - 14} width="48" height="28" rx="6" />
          <rect x="356" y={y - 14} width="48" height="28" rx="6" />
        </g>
      ))}
      <rect x="196" y="48" width="48" height="72" rx="8" className="pl-picture-gate" />
      <path d="M208 68h24M208 84h24M208 100h14" className="pl-picture-rows" />
      {lanes.map((y, index) => (
        <g key={y}>
          <circle cx={118 + index * 14} cy={y + (84 - y) * (0.2 + index * 0.12)} r="3.5" />
          <circle cx={322 - index * 14} cy={y + (84 - y) * (0.2 + index * 0.12)} r="3.5" />
        </g>
      ))}
      <text x="60" y="176">
        {text.source}
      </text>
      <text x="220" y="176">
        {text.stage}
      </text>
      <text x="380" y="176">
        {text.target}
      </text>
    </svg>
  )
}
