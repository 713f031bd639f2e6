import { useText } from '../use-text.ts'

/** What a state is called, by its word in the product; one that has no words is written as it is. */
export function useWord(): (key: string) => string {
  const words: Readonly<Record<string, string>> = useText().words
  return key => words[key] ?? key
}
