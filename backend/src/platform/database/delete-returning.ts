import type { EntityClass, EntityDictionary, QBFilterQuery, SqlEntityManager } from '@mikro-orm/postgresql';

/** Deletes the matching rows in one statement and returns them. MikroORM's own delete returns only their number. */
export async function deleteReturning<Entity extends object>(
  em: SqlEntityManager,
  entity: EntityClass<Entity>,
  where: QBFilterQuery<Entity>,
): Promise<Entity[]> {
  const statement = em.createQueryBuilder(entity).delete(where).getNativeQuery().returning(['*']);
  const rows = await em.execute<EntityDictionary<Entity>[]>(statement);
  return rows.map((row) => em.map(entity, row, { disableIdentityMap: true }));
}
