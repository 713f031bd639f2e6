const DARK_INK = '#000000'
const LIGHT_INK = '#ffffff'

export interface PlatformIconProps {
  readonly icon: { readonly text: string; readonly color: string }
  /** Edge in pixels; default 24. */
  readonly size?: number
}

/** A platform's letters on its colour. Decoration: its name always stands beside it. */
export function PlatformIcon({ icon, size = 24 }: PlatformIconProps) {
  const style = {
    width: size,
    height: size,
    borderRadius: Math.round(size / 4),
    fontSize: Math.round(size * 0.46),
    background: icon.color,
    color: pickInk(icon.color),
  }
  return (
    <span className="sl-icon" style={style} aria-hidden="true">
      {icon.text}
    </span>
  )
}

/** The ink that reads better on a colour: at least 4.5 : 1 on every one there is. */
export function pickInk(color: string): string {
  const luminance = readLuminance(color)
  return 1.05 / (luminance + 0.05) >= (luminance + 0.05) / 0.05 ? LIGHT_INK : DARK_INK
}

/** WCAG relative luminance of `#rrggbb`. */
export function readLuminance(color: string): number {
  const channels = [1, 3, 5].map(at => Number.parseInt(color.slice(at, at + 2), 16) / 255)
  const [red = 0, green = 0, blue = 0] = channels.map(share =>
    share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4,
  )
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}
