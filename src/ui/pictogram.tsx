/** Pictograms of industries: those of IBM Carbon (Apache-2.0) that are used. */
import airplane from '@carbon/pictograms/es/airplane/index.js';
import banking from '@carbon/pictograms/es/banking/index.js';
import bulldozer from '@carbon/pictograms/es/bulldozer/index.js';
import cafe from '@carbon/pictograms/es/cafe/index.js';
import cherries from '@carbon/pictograms/es/cherries/index.js';
import chipCircuit from '@carbon/pictograms/es/chip--circuit/index.js';
import cloudComputing from '@carbon/pictograms/es/cloud--computing/index.js';
import construct from '@carbon/pictograms/es/construct/index.js';
import constructionWorker from '@carbon/pictograms/es/construction-worker/index.js';
import container from '@carbon/pictograms/es/container/index.js';
import cow from '@carbon/pictograms/es/cow/index.js';
import deliveryTruck from '@carbon/pictograms/es/delivery--truck/index.js';
import destination from '@carbon/pictograms/es/destination/index.js';
import dining from '@carbon/pictograms/es/dining/index.js';
import electric from '@carbon/pictograms/es/electric/index.js';
import electricCar from '@carbon/pictograms/es/electric--car/index.js';
import electricCharge from '@carbon/pictograms/es/electric--charge/index.js';
import erlenmeyerFlask from '@carbon/pictograms/es/erlenmeyer--flask/index.js';
import factory from '@carbon/pictograms/es/factory/index.js';
import hospital from '@carbon/pictograms/es/hospital/index.js';
import oilRig from '@carbon/pictograms/es/oil--rig/index.js';
import pills from '@carbon/pictograms/es/pills/index.js';
import recycle from '@carbon/pictograms/es/recycle/index.js';
import robotics from '@carbon/pictograms/es/robotics/index.js';
import satellite from '@carbon/pictograms/es/satellite/index.js';
import shoppingCart from '@carbon/pictograms/es/shopping--cart/index.js';
import sprout from '@carbon/pictograms/es/sprout/index.js';
import stethoscope from '@carbon/pictograms/es/stethoscope/index.js';
import tree from '@carbon/pictograms/es/tree/index.js';
import wheat from '@carbon/pictograms/es/wheat/index.js';

type PictogramData = {
  readonly attrs: { readonly viewBox: string };
  readonly content: readonly {
    readonly elem: string;
    readonly attrs: Readonly<Record<string, string>>;
  }[];
};

const pictograms: Readonly<Record<string, PictogramData>> = {
  airplane,
  banking,
  bulldozer,
  cafe,
  cherries,
  'chip--circuit': chipCircuit,
  'cloud--computing': cloudComputing,
  construct,
  'construction-worker': constructionWorker,
  container,
  cow,
  'delivery--truck': deliveryTruck,
  destination,
  dining,
  electric,
  'electric--car': electricCar,
  'electric--charge': electricCharge,
  'erlenmeyer--flask': erlenmeyerFlask,
  factory,
  hospital,
  'oil--rig': oilRig,
  pills,
  recycle,
  robotics,
  satellite,
  'shopping--cart': shoppingCart,
  sprout,
  stethoscope,
  tree,
  wheat,
};

/** An industry's pictogram beside its name, in its hue; nothing where the name is unknown. */
export function Pictogram({ name, size = 48 }: { name: string; size?: number }) {
  const data = pictograms[name];
  if (!data) return <span />;
  return (
    <svg
      viewBox={data.attrs.viewBox}
      width={size}
      height={size}
      fill="currentColor"
      className="text-hue"
      aria-hidden="true"
    >
      {data.content.map(({ attrs }, i) => (
        <path key={i} d={attrs['d']} />
      ))}
    </svg>
  );
}

/** The names that a pictogram can have. */
export const pictogramNames: readonly string[] = Object.keys(pictograms);
