/**
 * Median heights (cm) and weights (kg) of children by age in months, smoothed by hand; adults have their own
 * distribution.
 */
type Curve = readonly (readonly [months: number, value: number])[]

export const MEDIAN_HEIGHT: Readonly<Record<'female' | 'male', Curve>> = {
  female: [
    [0, 49.1],
    [3, 59.8],
    [6, 65.7],
    [12, 74],
    [24, 86.4],
    [36, 95.1],
    [60, 109],
    [84, 121.5],
    [108, 133],
    [132, 144.5],
    [156, 157],
    [180, 161.5],
    [216, 163],
  ],
  male: [
    [0, 49.9],
    [3, 61.4],
    [6, 67.6],
    [12, 75.7],
    [24, 87.8],
    [36, 96.1],
    [60, 110],
    [84, 122],
    [108, 133.5],
    [132, 143.5],
    [156, 156],
    [180, 170],
    [216, 176],
  ],
}

export const MEDIAN_WEIGHT: Readonly<Record<'female' | 'male', Curve>> = {
  female: [
    [0, 3.2],
    [3, 5.8],
    [6, 7.3],
    [12, 8.9],
    [24, 11.5],
    [36, 13.9],
    [60, 18.2],
    [84, 22.8],
    [108, 29],
    [132, 37],
    [156, 46],
    [180, 52],
    [216, 56.5],
  ],
  male: [
    [0, 3.3],
    [3, 6.4],
    [6, 7.9],
    [12, 9.6],
    [24, 12.2],
    [36, 14.3],
    [60, 18.4],
    [84, 23],
    [108, 28.7],
    [132, 36],
    [156, 45.5],
    [180, 56.5],
    [216, 67],
  ],
}

/** Adult height by sex, mean and deviation in cm; the means are the ends of the children's curves. */
export const ADULT_HEIGHT = { female: { mean: 163, deviation: 6.3 }, male: { mean: 176, deviation: 6.9 } } as const
