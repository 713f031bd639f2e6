import type { Like } from '../../../../lib/i18n.ts'
import type { zh } from './again-text.zh.ts'

export const pt: Like<typeof zh> = {
  button: count => `Reprocessar ${count}`,
  ignoreAll: count => `Ignorar ${count}`,
  ask: count => `Reprocessar ${count} registros?`,
  askIgnore: count => `Ignorar ${count} registros?`,
  because: 'A nova versão lê, mapeia ou grava de outra forma.',
  text: 'São mapeados pela versão atual e gravados no destino, em segundo plano; é possível cancelar a qualquer momento. Registros sem resposta ou ignorados não são enviados.',
  ignoreText: 'Não serão mais gravados no destino; é possível trazê-los de volta depois.',
  process: 'Reprocessar',
  ignore: 'Ignorar',
  later: 'Agora não',
  close: 'Fechar',
  progress: 'Reprocessamento',
  moreThan: count => `mais de ${count}`,
  pageOnly: count => `Somente os ${count} exibidos`,
  none: 'O filtro não encontra nenhum com erro, aguardando nova tentativa ou ignorado',
}
