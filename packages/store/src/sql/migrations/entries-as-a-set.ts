/** Inserts entries as one set. Reading each by its number took quadratic time. */
export const entriesAsASet = `
create or replace function carebench.insert_entries(
  p_log text, p_seq bigint, p_sealed boolean, p_key text, p_entries json[]
) returns boolean language plpgsql as $body$
declare
  inserted integer;
  size integer := cardinality(p_entries);
begin
  insert into carebench.log_entries (log, seq, sealed, append_key, entry)
    select p_log, p_seq + k - 1, p_sealed and k = size, case when k = 1 then p_key end, entry
    from unnest(p_entries) with ordinality as added (entry, k)
    where p_seq = 1 or exists (
      select from carebench.log_entries as former
      where former.log = p_log and former.seq = p_seq - 1 and not former.sealed
    )
    on conflict do nothing;
  get diagnostics inserted = row_count;
  return inserted = size and (size > 0 or p_seq = 1 + (
    select coalesce(max(seq), 0) from carebench.log_entries where log = p_log
  ));
end $body$;
`
