import type { Sentences } from '@sluice/contract'

/** What the engine says about strategies that are made, checked and tried. */
export const strategySentences: Sentences = {
  '{target} has no column "{column}".': '{target} não tem a coluna "{column}".',
  'The source {object} is not there any more.': '{object} não existe mais na origem.',
  'The target {object} is not there any more.': '{object} não existe mais no destino.',
  'The source {object} changed after this version was saved. Gone: {lost}; of another type: {other}. Used by: {uses}.':
    '{object} na origem mudou depois que esta versão foi salva. Removidos: {lost}; de outro tipo: {other}. Usados por: {uses}.',
  'The target {object} changed after this version was saved. Gone: {lost}; of another type: {other}. Used by: {uses}.':
    '{object} no destino mudou depois que esta versão foi salva. Removidos: {lost}; de outro tipo: {other}. Usados por: {uses}.',
  'This strategy exchanges whole sets, so single records cannot be written by hand.':
    'Esta estratégia troca conjuntos inteiros, então registros avulsos não podem ser gravados à mão.',
  'Run it, or change how it writes.': 'Execute-a, ou mude como ela grava.',
  'The source did not answer within 45 seconds.': 'A origem não respondeu em 45 segundos.',
  'Test its connector, or ask for a shorter range.': 'Teste o conector dela, ou peça um intervalo menor.',
  'A strategy that the mapping looks into does not exist any more.':
    'Uma estratégia que o mapeamento consulta não existe mais.',
  'The strategy "{name}", which the mapping looks into, has stored no records yet.':
    'A estratégia "{name}", que o mapeamento consulta, ainda não guardou registros.',
  // handing on
  'What is written back looks into no other strategy; map it there.':
    'O que é gravado de volta não consulta outra estratégia; mapeie lá.',
  'The strategy that written records are handed on to does not exist any more.':
    'A estratégia à qual os registros gravados são repassados não existe mais.',
  'Written records cannot be handed on to the strategy "{name}", because nothing is pushed to it.':
    'Os registros gravados não podem ser repassados à estratégia "{name}", porque ela não recebe envios.',
  'The strategies "{name}" and "{other}" take from one inbox, so nothing can be handed on to either.':
    'As estratégias "{name}" e "{other}" usam a mesma caixa de entrada, e nada pode ser repassado a nenhuma.',
  'The strategy "{name}", which written records are handed on to, is not running; they wait there.':
    'A estratégia "{name}", à qual os registros gravados são repassados, não está ativa; eles esperam lá.',
  '{count} written records were not handed on to "{name}": {reason}':
    '{count} registros gravados não foram repassados a "{name}": {reason!}',
  'A value map that the mapping looks up does not exist any more.':
    'Um mapa de valores que o mapeamento consulta não existe mais.',
  'Every run reads everything, because the whole set is replaced; the increment has no effect.':
    'Cada execução lê tudo, porque o conjunto inteiro é substituído; o incremento não tem efeito.',
  'A remedy needs an increment that the runs read by.':
    'Uma reposição precisa de um incremento pelo qual as execuções leem.',
  'Records deleted at the source are to be deleted at the target, and this target cannot delete.':
    'Registros excluídos na origem devem ser excluídos no destino, e este destino não pode excluir.',
  'Each row and the note that it was written commit together at the target, so a write whose answer is lost is repeated safely, appending too.':
    'Cada linha e a anotação de que foi gravada são confirmadas juntas no destino; assim, uma gravação cuja resposta se perdeu é repetida com segurança, mesmo ao acrescentar.',
  'It is not asked how many rows it took: what it answers is believed.':
    'Não se pergunta quantas linhas ele recebeu: vale o que ele responde.',
  'Rows are written by their key: writing the same row twice changes nothing, so an unanswered write is repeated safely.':
    'As linhas são gravadas pela chave: gravar a mesma linha duas vezes não muda nada; assim, uma gravação sem resposta é repetida com segurança.',
  'The whole set is written beside the old one and exchanged in one step; readers see the old set or the new one, and a run that breaks off changes nothing.':
    'O conjunto inteiro é gravado ao lado do antigo e trocado em um só passo; quem lê vê o conjunto antigo ou o novo, e uma execução interrompida não altera nada.',
  'Write by key (mode "upsert"), or switch on "Append exactly once" in the options of the target.':
    'Grave pela chave (modo "upsert") ou ative "Acrescentar exatamente uma vez" nas opções do destino.',
  'Name the header or the field in which the far system takes an idempotency key.':
    'Informe o cabeçalho ou o campo em que o sistema externo recebe uma chave de idempotência.',
  'Write by key (mode "upsert") where the target has one.':
    'Grave pela chave (modo "upsert") quando o destino tiver uma.',
  'Watch the records in the state "unknown" and settle them by hand.':
    'Acompanhe os registros no estado "desconhecido" e resolva-os manualmente.',
  'Every run reads everything, because no increment field is chosen.':
    'Cada execução lê tudo, porque nenhum campo de incremento foi escolhido.',
  'Choose how it is read on the source page, where its readings stand side by side.':
    'Escolha como lê-lo na página da origem, onde as leituras ficam lado a lado.',
  '{field} is a text, and the source orders texts by characters: "10" comes before "9".':
    '{field} é um texto, e a origem ordena textos por caracteres: "10" vem antes de "9".',
  'No look-back: a record committed late may be missed.':
    'Sem releitura: um registro confirmado com atraso pode ser perdido.',
  'Writing by key needs key fields, and the target has no primary key.':
    'Gravar pela chave exige campos-chave, e o destino não tem chave primária.',
  'No field is mapped.': 'Nenhum campo está mapeado.',
  'Runs only by hand.': 'Só executa manualmente.',
  'Runs when something is pushed.': 'Executa quando algo é enviado.',
  'Everything is read every minute; choose an increment field or a longer pause.':
    'Tudo é lido a cada minuto; escolha um campo de incremento ou uma pausa maior.',
  'The far system refuses to do one key twice, so an unanswered write is repeated safely.':
    'O sistema externo recusa fazer a mesma chave duas vezes; assim, uma gravação sem resposta é repetida com segurança.',
  'A repeat may double, so a write whose answer is lost waits as "unknown" for a person.':
    'Uma repetição pode duplicar; por isso, uma gravação cuja resposta se perdeu aguarda uma pessoa como "desconhecida".',
  'Give a record or a source to take one from.': 'Informe um registro ou uma origem de onde obtê-lo.',
  'Enter a record by hand to see what the mapping makes of it.':
    'Informe um registro manualmente para ver o que o mapeamento faz dele.',
  'The record is not valid JSON.': 'O registro não é um JSON válido.',
  'The record must be a JSON object.': 'O registro deve ser um objeto JSON.',
  'Flattened rows cannot follow deletions: a deletion names the whole record. Leave deletions alone, or do not flatten.':
    'Linhas achatadas não podem seguir exclusões: uma exclusão nomeia o registro inteiro. Ignore as exclusões ou não achate.',
  'Batches are kept apart by "{apart}", and the mapping fills no such field.':
    'Os lotes são separados por "{apart}", e o mapeamento não preenche esse campo.',
  'The script exports none of {names}, so it does nothing.':
    'O script não exporta nenhuma de {names}, portanto não faz nada.',
  'Deleted records are found at the target by their key without the script; let it leave the key as it is.':
    'Registros excluídos são achados no destino pela chave, sem o script; deixe a chave como está.',
  // groups of stored records
  'Only the stored records of a strategy can be grouped, and only when they are read as a whole.':
    'Só os registros armazenados de uma estratégia podem ser agrupados, e só quando são lidos por inteiro.',
  'Store the rows with a strategy that writes nowhere, and group its records in a second one.':
    'Armazene as linhas com uma estratégia que não grava em lugar nenhum e agrupe os registros dela em uma segunda.',
  'The grouped records have no key, for nothing is grouped by.':
    'Os registros agrupados não têm chave, pois nenhum campo de agrupamento foi escolhido.',
  'Choose the fields that make one document.': 'Escolha os campos que formam um documento.',
  'A group has a field "{field}" of its own.': 'O grupo já tem um campo próprio "{field}".',
  'Choose another name.': 'Escolha outro nome.',
  'The key of the grouped records lacks "{field}".': 'Falta "{field}" na chave dos registros agrupados.',
  'Take every field that is grouped by into the key, and "part" where documents are split.':
    'Inclua na chave todos os campos de agrupamento e, quando os documentos são divididos, "part".',
  'Mend the grouping.': 'Corrija o agrupamento.',
  'The data of the record {key} is no longer kept, so its group would lack it. Nothing was read.':
    'Os dados do registro {key} não são mais mantidos, e faltariam no grupo dele. Nada foi lido.',
  'Delete the stored records of the grouped strategy and read it in full; what is grouped is kept from then on.':
    'Exclua os registros armazenados da estratégia agrupada e leia-a por inteiro; a partir daí o que é agrupado é mantido.',
  'The grouped strategy has more than {count} records, more than can be grouped in one read.':
    'A estratégia agrupada tem mais de {count} registros, mais do que uma leitura pode agrupar.',
  'Group in the query of the source, or split the strategy.': 'Agrupe na consulta da origem ou divida a estratégia.',
  'Another group has the same key in text: one as a number and one as a text, for example.':
    'Outro grupo tem a mesma chave em texto: por exemplo, um como número e outro como texto.',
  'Make these values of one type in the strategy that stores the rows.':
    'Deixe esses valores com um só tipo na estratégia que armazena as linhas.',
  'The group has {count} rows, more than the {most} that one may have.':
    'O grupo tem {count} linhas, mais do que as {most} permitidas.',
  'Group by one more field.': 'Agrupe por mais um campo.',
  '{count} of {all} source fields go nowhere: {names}. Map them, or leave them out.':
    '{count} de {all} campos da origem não vão a lugar nenhum: {names}. Mapeie-os ou deixe-os de fora.',
  '{from} → {to}: {notes}': '{from} → {to}: {notes!}',
  'Values that do not fit their column are refused, never changed: {names}.':
    'Valores que não cabem na coluna são recusados, nunca alterados: {names}.',
  '"{field}" must have a value at the target, and the mapping gives none.':
    'O destino exige um valor em "{field}", e o mapeamento não dá nenhum.',
  '"{field}" is null, and the column takes no null.': '"{field}" é null, e a coluna não aceita null.',
  '{field}: "{value}" is not written as {type} has it.': '{field}: "{value}" não está escrito como o tipo {type}.',
  '{field}: "{value}" is not one of the values that the column takes.':
    '{field}: "{value}" não é um dos valores que a coluna aceita.',
  'Documents that no row gives any more wait for a decision, and no run is green until it is made.':
    'Documentos que nenhuma linha forma mais aguardam uma decisão, e nenhuma execução fica verde até lá.',
  'The key has more in it than the rows are grouped by, so documents that no row gives any more wait for a decision, whatever is chosen.':
    'A chave tem mais campos do que os do agrupamento, por isso documentos que nenhuma linha forma mais sempre aguardam uma decisão.',
  'Documents that no row gives any more are to be written again, and this strategy only adds. Delete them, or ask.':
    'Documentos que nenhuma linha forma mais teriam de ser gravados de novo, e esta estratégia só adiciona. Exclua-os ou pergunte.',
  'Documents that no row gives any more are to be marked, and no field says how.':
    'Documentos que nenhuma linha forma mais devem ser marcados, e nenhum campo diz como.',
  'Documents that no row gives any more are to be written with zeros, and no field is chosen.':
    'Documentos que nenhuma linha forma mais devem ser gravados com zeros, e nenhum campo foi escolhido.',
  'Documents that no row gives any more get 0 in "{path}", and the mapping fills no such field.':
    'Documentos que nenhuma linha forma mais recebem 0 em "{path}", e o mapeamento não preenche esse campo.',
  'Different records may go to one row of the target: its key ({key}) does not hold these key fields of the source as they are: {lost}.':
    'Registros diferentes podem ir para uma mesma linha do destino: a chave ({key}) não contém como são estes campos-chave da origem: {lost}.',
  'Records share rows here: the last one that is written stays. Where each record needs a row of its own, switch that off.':
    'Aqui registros dividem linhas: fica o último gravado. Se cada registro precisa da sua linha, desligue isso.',
  'The later of two such records is refused. Map all key fields of the source into the key of the target, or say that records share rows.':
    'O segundo de dois registros assim é recusado. Mapeie todos os campos-chave da origem na chave do destino, ou diga que registros dividem linhas.',
  'The source {object} gives values of another type: {other}. Used by: {uses}.':
    'A origem {object} fornece valores de outro tipo: {other}. Usado por: {uses}.',
}
