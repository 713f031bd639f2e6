import type { Sentences } from '@sluice/contract'

/** By the English sentence. */
export const followSentences: Sentences = {
  "The source's server keeps {megabytes} MB for this strategy, {share} % of what it may.":
    'O servidor da origem guarda {megabytes} MB para esta estratégia, {share} % do permitido.',
  'What the source kept for this strategy was dropped, because it had grown to its limit.':
    'O que a origem guardava para esta estratégia foi descartado, porque atingiu o limite.',
  'What the source kept for this strategy was dropped, because it had grown to its limit. ({megabytes} MB)':
    'O que a origem guardava para esta estratégia foi descartado, porque atingiu o limite. ({megabytes} MB)',
  'Run the strategy in full: it reads everything anew and then follows.':
    'Execute a estratégia por completo: ela lê tudo novamente e volta a acompanhar.',
  'The source no longer has the changes that come next.': 'A origem não tem mais as alterações seguintes.',
  'This source cannot be followed; it can only be read.': 'Esta origem não pode ser acompanhada; só pode ser lida.',
  'Switch following off and choose a schedule.': 'Desative o acompanhamento e escolha uma agenda.',
  'The stream of changes broke off with an error that its connector does not know.':
    'O fluxo de alterações foi interrompido por um erro que o conector não conhece.',
  'The stream of changes ended by itself.': 'O fluxo de alterações terminou sozinho.',
  'The source does not say where it goes on.': 'A origem não diz onde continua.',
  'The increment field has no meaning while the source is followed.':
    'O campo de incremento não tem efeito enquanto a origem é acompanhada.',
  'Changes of known records are left out, because known keys are never taken again.':
    'Alterações de registros conhecidos ficam de fora, porque chaves conhecidas nunca são aceitas de novo.',
  'A record that no longer meets the filter stays at the target as it was.':
    'Um registro que deixa de atender ao filtro permanece no destino como estava.',
  'Deleted records are left alone at the target; choose what a deletion means.':
    'Registros excluídos não são tocados no destino; escolha o que uma exclusão significa.',
  'The run was ended because of an error that nothing in it had expected. The log has the details.':
    'A execução foi encerrada por um erro que nada nela esperava. O log tem os detalhes.',
  'The schedule has no meaning while the source is followed.':
    'A agenda não tem efeito enquanto a origem é acompanhada.',
}
