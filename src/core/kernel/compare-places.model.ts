/** Sorts names as they stand in the list; what it lacks comes last. */
export function comparePlaces(names: readonly string[]): (a: string, b: string) => number {
  const getPlace = (name: string): number => {
    const place = names.indexOf(name);
    return place === -1 ? names.length : place;
  };
  return (a, b) => getPlace(a) - getPlace(b);
}
